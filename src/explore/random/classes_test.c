#include "explore/random/classes.h"

#include "base/chance.h"
#include "tap.h"

TEST(classes_are_counted_by_how_often_they_were_met) {
    Classes classes = {0};
    for (int i = 0; i < 3; i++) classes_add(&classes, 7);
    classes_add(&classes, 8);
    classes_add(&classes, 8);
    CHECK(classes_add(&classes, 9)->count == 1);
    CHECK(classes.count == 3 && classes.runs == 6 && classes.once == 1 && classes.twice == 1);
    CHECK(classes_new_next(&classes) == 1.0 / 6);
    CHECK(classes_estimate(&classes) == 3);
    classes_free(&classes);
}

// Of 1000 classes, all equally likely, with 800 runs.
TEST(the_estimate_is_near_the_truth_for_equally_likely_classes) {
    Classes classes = {0};
    Chance chance = chance_new(3, 1);
    for (int i = 0; i < 800; i++) classes_add(&classes, chance_mix(chance_below(&chance, 1000) + 1));
    CHECK(classes.count < 600);
    CHECK(classes_estimate(&classes) > 850 && classes_estimate(&classes) < 1150);
    double unseen = 1 - classes.count / 1000.0;   // the true probability that the next one is new
    CHECK(classes_new_next(&classes) > unseen - 0.06 && classes_new_next(&classes) < unseen + 0.06);
    classes_free(&classes);
}
