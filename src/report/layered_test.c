#include "report/layered.h"

#include "base/chance.h"
#include "tap.h"

enum { BOXES = 12, ARROWS = 30 };

static bool has_arrow(const Layered *d, uint32_t from, uint32_t to) {
    for (uint32_t i = 0; i < d->arrows.count; i++)
        if (d->arrows.items[i].from == from && d->arrows.items[i].to == to) return true;
    return false;
}

static Layered random_graph(uint64_t seed) {
    Layered d = {0};
    Chance chance = chance_new(seed, 0);
    uint32_t boxes = 1 + chance_below(&chance, BOXES), arrows = chance_below(&chance, ARROWS);
    for (uint32_t i = 0; i < boxes; i++)
        array_push(&d.boxes,
                   (LayeredBox){.width = 20 + chance_below(&chance, 100), .height = 20 + chance_below(&chance, 30)});
    for (uint32_t i = 0; i < arrows; i++) {
        uint32_t from = chance_below(&chance, boxes), to = chance_below(&chance, boxes);
        LayeredArrow arrow = {.from = from, .to = to, .width = 10 + chance_below(&chance, 90), .height = 12};
        if (!has_arrow(&d, from, to)) array_push(&d.arrows, arrow);
    }
    return d;
}

typedef struct {
    double left, top, right, bottom;
} Area;

static Area area_of(double x, double y, double width, double height) {
    return (Area){x - width / 2, y - height / 2, x + width / 2, y + height / 2};
}

static bool overlap(Area a, Area b) {
    const double touching = 0.001;
    return a.left + touching < b.right && b.left + touching < a.right && a.top + touching < b.bottom &&
           b.top + touching < a.bottom;
}

static bool within(Area a, const Layered *d) {
    return a.left >= 0 && a.top >= 0 && a.right <= d->width && a.bottom <= d->height;
}

// Of boxes, then of labels.
static uint32_t areas_of(const Layered *d, Area *areas) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < d->boxes.count; i++) {
        const LayeredBox *b = &d->boxes.items[i];
        areas[count++] = area_of(b->x, b->y, b->width, b->height);
    }
    for (uint32_t i = 0; i < d->arrows.count; i++) {
        const LayeredArrow *a = &d->arrows.items[i];
        areas[count++] = area_of(a->x, a->y, a->width, a->height);
    }
    return count;
}

TEST(boxes_and_labels_are_in_the_picture_and_none_lies_on_another) {
    for (uint64_t seed = 0; seed < 300; seed++) {
        Layered d = random_graph(seed);
        Area areas[BOXES + ARROWS];
        layered_arrange(&d);
        uint32_t count = areas_of(&d, areas);
        for (uint32_t i = 0; i < count; i++) {
            CHECK(within(areas[i], &d));
            for (uint32_t k = 0; k < i; k++) CHECK(!overlap(areas[i], areas[k]));
        }
        layered_free(&d);
    }
}

// On its border, or within it where that is rounding.
static bool touches(LayeredPoint point, const LayeredBox *b) {
    double x = point.x - b->x, y = point.y - b->y;
    x = (x < 0 ? -x : x) - b->width / 2;
    y = (y < 0 ? -y : y) - b->height / 2;
    return x < 0.001 && y < 0.001 && (x > -0.001 || y > -0.001);
}

TEST(an_arrow_goes_from_the_border_of_one_box_to_that_of_the_other) {
    for (uint64_t seed = 0; seed < 300; seed++) {
        Layered d = random_graph(seed);
        layered_arrange(&d);
        for (uint32_t i = 0; i < d.arrows.count; i++) {
            const LayeredArrow *a = &d.arrows.items[i];
            CHECK(a->curve.count % 3 == 1);
            CHECK(touches(a->curve.items[0], &d.boxes.items[a->from]));
            CHECK(touches(a->curve.items[a->curve.count - 1], &d.boxes.items[a->to]));
        }
        layered_free(&d);
    }
}

TEST(arrows_without_circles_go_to_the_right) {
    Layered d = {0};
    for (int i = 0; i < 4; i++) array_push(&d.boxes, (LayeredBox){.width = 50, .height = 20});
    uint32_t arrows[][2] = {{3, 1}, {1, 0}, {3, 0}, {0, 2}};
    for (int i = 0; i < 4; i++)
        array_push(&d.arrows, (LayeredArrow){.from = arrows[i][0], .to = arrows[i][1], .width = 30, .height = 12});
    layered_arrange(&d);
    for (int i = 0; i < 4; i++) CHECK(d.boxes.items[arrows[i][0]].x < d.boxes.items[arrows[i][1]].x);
    layered_free(&d);
}

TEST(a_path_is_drawn_in_one_line) {
    Layered d = {0};
    for (int i = 0; i < 3; i++) array_push(&d.boxes, (LayeredBox){.width = 50, .height = 20});
    for (uint32_t i = 0; i < 2; i++)
        array_push(&d.arrows, (LayeredArrow){.from = i, .to = i + 1, .width = 30, .height = 12});
    layered_arrange(&d);
    CHECK(d.boxes.items[0].y == d.boxes.items[1].y && d.boxes.items[1].y == d.boxes.items[2].y);
    layered_free(&d);
}

TEST(a_picture_of_nothing_has_room_for_nothing) {
    Layered d = {0};
    layered_arrange(&d);
    CHECK(d.width >= 0 && d.width < 100 && d.height >= 0 && d.height < 100);
    layered_free(&d);
}
