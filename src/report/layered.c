#include "report/layered.h"

#include "base/memory.h"

enum { COLUMN_GAP = 44, ROW_GAP = 18, PASSING_HEIGHT = 8, MARGIN = 20, BELOW_LABEL = 4, LOOP_ROOM = 16, SWEEPS = 12 };

// What has a place in a column: a box, or an arrow's label, or an arrow that passes.
typedef struct {
    uint32_t column, row;   // row: its number in the column
    double width, height, y;
    double wanted;              // a row or a height, while items are moved
    ARRAY(uint32_t) sides[2];   // spots that it is joined with in the column before, and in the one behind
} Spot;

typedef struct {
    uint32_t first, count;   // of its spots, from left to right, without those of its boxes
    bool reversed;           // it goes to the left
} Chain;

typedef struct {
    Layered *drawing;
    ARRAY(Spot) spots;   // those of the boxes first
    Chain *chains;       // of the arrows; none for one from a box to itself
    ARRAY(uint32_t) * columns;
    uint32_t column_count;
} Plan;

static bool is_loop(const LayeredArrow *arrow) { return arrow->from == arrow->to; }

// --- columns ------------------------------------------------------------------------------------------------------

typedef enum { UNSEEN, OPEN, DONE } Seen;

// Arrows that lead back to a box on the way there are reversed: then there are no circles.
static void reverse_from(Plan *plan, uint32_t box, Seen *seen) {
    typedef struct {
        uint32_t box, arrow;
    } Place;
    ARRAY(Place) way = {0};
    array_push(&way, (Place){box, 0});
    seen[box] = OPEN;
    while (way.count) {
        Place *at = array_last(&way);
        if (at->arrow == plan->drawing->arrows.count) {
            seen[at->box] = DONE;
            way.count--;
            continue;
        }
        const LayeredArrow *arrow = &plan->drawing->arrows.items[at->arrow];
        Chain *chain = &plan->chains[at->arrow++];
        if (arrow->from != at->box || is_loop(arrow)) continue;
        chain->reversed = seen[arrow->to] == OPEN;
        if (seen[arrow->to] != UNSEEN) continue;
        seen[arrow->to] = OPEN;
        array_push(&way, (Place){arrow->to, 0});
    }
    array_free(&way);
}

static void reverse_circles(Plan *plan) {
    uint32_t count = plan->drawing->boxes.count;
    Seen *seen = memory_zeroed(count + 1, sizeof *seen);
    for (uint32_t i = 0; i < count; i++)
        if (seen[i] == UNSEEN) reverse_from(plan, i, seen);
    memory_free(seen);
}

static uint32_t left_end(const Plan *plan, uint32_t arrow) {
    const LayeredArrow *a = &plan->drawing->arrows.items[arrow];
    return plan->chains[arrow].reversed ? a->to : a->from;
}

static uint32_t right_end(const Plan *plan, uint32_t arrow) {
    const LayeredArrow *a = &plan->drawing->arrows.items[arrow];
    return plan->chains[arrow].reversed ? a->from : a->to;
}

// Each box two columns behind the last of those that lead to it: labels stand between.
static void choose_columns(Plan *plan) {
    const Layered *d = plan->drawing;
    for (bool moved = true; moved;) {
        moved = false;
        for (uint32_t i = 0; i < d->arrows.count; i++) {
            uint32_t before = plan->spots.items[left_end(plan, i)].column;
            uint32_t *column = &plan->spots.items[right_end(plan, i)].column;
            if (is_loop(&d->arrows.items[i]) || *column >= before + 2) continue;
            *column = before + 2;
            moved = true;
        }
    }
}

// A box that nothing leads to stands just before the first that it leads to.
static void pull_beginnings(Plan *plan) {
    const Layered *d = plan->drawing;
    for (uint32_t box = 0; box < d->boxes.count; box++) {
        uint32_t nearest = UINT32_MAX;
        bool begins = true;
        for (uint32_t i = 0; i < d->arrows.count; i++) {
            if (is_loop(&d->arrows.items[i])) continue;
            uint32_t behind = plan->spots.items[right_end(plan, i)].column;
            begins &= right_end(plan, i) != box;
            if (left_end(plan, i) == box && behind < nearest) nearest = behind;
        }
        if (begins && nearest != UINT32_MAX) plan->spots.items[box].column = nearest - 2;
    }
}

static void join(Plan *plan, uint32_t left, uint32_t right) {
    array_push(&plan->spots.items[left].sides[1], right);
    array_push(&plan->spots.items[right].sides[0], left);
}

static void add_chain(Plan *plan, uint32_t arrow) {
    const LayeredArrow *a = &plan->drawing->arrows.items[arrow];
    uint32_t left = left_end(plan, arrow), right = right_end(plan, arrow), before = left;
    uint32_t from = plan->spots.items[left].column + 1, to = plan->spots.items[right].column;
    uint32_t label = (from + to - 1) / 2 | 1;   // labels have columns of their own, the odd ones
    plan->chains[arrow].first = plan->spots.count;
    for (uint32_t column = from; column < to; column++) {
        bool is_label = column == label;
        Spot spot = {.column = column,
                     .width = is_label ? a->width : 0,
                     .height = is_label ? a->height + 2 * BELOW_LABEL : PASSING_HEIGHT};
        array_push(&plan->spots, spot);
        join(plan, before, plan->spots.count - 1);
        before = plan->spots.count - 1;
    }
    join(plan, before, right);
    plan->chains[arrow].count = plan->spots.count - plan->chains[arrow].first;
}

static void add_box(Plan *plan, uint32_t box) {
    const Layered *d = plan->drawing;
    Spot spot = {.width = d->boxes.items[box].width, .height = d->boxes.items[box].height};
    for (uint32_t i = 0; i < d->arrows.count; i++) {
        const LayeredArrow *a = &d->arrows.items[i];
        if (!is_loop(a) || a->from != box) continue;
        spot.height += a->height + LOOP_ROOM;   // its label stands below
        if (spot.width < a->width) spot.width = a->width;
    }
    array_push(&plan->spots, spot);
}

static void fill_columns(Plan *plan) {
    for (uint32_t i = 0; i < plan->spots.count; i++)
        if (plan->column_count <= plan->spots.items[i].column) plan->column_count = plan->spots.items[i].column + 1;
    plan->columns = memory_zeroed(plan->column_count + 1, sizeof *plan->columns);
    for (uint32_t i = 0; i < plan->spots.count; i++) {
        Spot *spot = &plan->spots.items[i];
        spot->row = plan->columns[spot->column].count;
        array_push(&plan->columns[spot->column], i);
    }
}

// --- the order within columns ---------------------------------------------------------------------------------------

// Stable; columns are short, and nearly in order after the first sweeps.
static void sort_wanted(Plan *plan, uint32_t *items, uint32_t count) {
    for (uint32_t i = 1; i < count; i++) {
        uint32_t item = items[i], k = i;
        for (; k > 0 && plan->spots.items[items[k - 1]].wanted > plan->spots.items[item].wanted; k--)
            items[k] = items[k - 1];
        items[k] = item;
    }
}

// Each spot goes to where those are that it is joined with on one side.
static void order_column(Plan *plan, uint32_t column, int side) {
    uint32_t *items = plan->columns[column].items, count = plan->columns[column].count;
    for (uint32_t i = 0; i < count; i++) {
        Spot *spot = &plan->spots.items[items[i]];
        double sum = 0;
        for (uint32_t k = 0; k < spot->sides[side].count; k++) sum += plan->spots.items[spot->sides[side].items[k]].row;
        spot->wanted = spot->sides[side].count ? sum / spot->sides[side].count : spot->row;
    }
    sort_wanted(plan, items, count);
    for (uint32_t i = 0; i < count; i++) plan->spots.items[items[i]].row = i;
}

static uint64_t crossings_of(const Plan *plan, const Spot *one, const Spot *other) {
    uint64_t count = 0;
    for (uint32_t i = 0; i < one->sides[1].count; i++)
        for (uint32_t k = 0; k < other->sides[1].count; k++)
            count += plan->spots.items[one->sides[1].items[i]].row > plan->spots.items[other->sides[1].items[k]].row;
    return count;
}

static uint64_t count_crossings(const Plan *plan) {
    uint64_t count = 0;
    for (uint32_t c = 0; c < plan->column_count; c++) {
        const uint32_t *items = plan->columns[c].items;
        for (uint32_t i = 0; i < plan->columns[c].count; i++)
            for (uint32_t k = i + 1; k < plan->columns[c].count; k++)
                count += crossings_of(plan, &plan->spots.items[items[i]], &plan->spots.items[items[k]]);
    }
    return count;
}

static void sweep(Plan *plan, bool to_the_right) {
    for (uint32_t i = 0; i < plan->column_count; i++)
        order_column(plan, to_the_right ? i : plan->column_count - 1 - i, to_the_right ? 0 : 1);
}

static void keep_rows(const Plan *plan, uint32_t *rows) {
    for (uint32_t i = 0; i < plan->spots.count; i++) rows[i] = plan->spots.items[i].row;
}

static void take_rows(Plan *plan, const uint32_t *rows) {
    for (uint32_t i = 0; i < plan->spots.count; i++) {
        Spot *spot = &plan->spots.items[i];
        spot->row = rows[i];
        plan->columns[spot->column].items[rows[i]] = i;
    }
}

static void choose_rows(Plan *plan) {
    uint32_t *best = memory_new((plan->spots.count + 1) * sizeof *best);
    uint64_t fewest = count_crossings(plan);
    keep_rows(plan, best);
    for (int i = 0; i < SWEEPS && fewest; i++) {
        sweep(plan, i % 2 == 0);
        uint64_t count = count_crossings(plan);
        if (count >= fewest) continue;
        fewest = count;
        keep_rows(plan, best);
    }
    take_rows(plan, best);
    memory_free(best);
}

// --- heights --------------------------------------------------------------------------------------------------------

// Spots that touch, and would be nearest to where they want to be if the first one were at `at`.
typedef struct {
    double at;
    uint32_t count;
} Block;

static double mean_height(const Plan *plan, const Spot *spot, int side) {
    double sum = 0;
    uint32_t count = 0;
    for (int s = 0; s < 2; s++) {
        if (side >= 0 && s != side && spot->sides[side].count) continue;
        for (uint32_t i = 0; i < spot->sides[s].count; i++, count++)
            sum += plan->spots.items[spot->sides[s].items[i]].y;
    }
    return count ? sum / count : spot->y;
}

// The heights in the given order, without overlaps, of the least sum of squared distances to the wanted ones: what the
// items want, less the room of those above them, made to rise (pool adjacent violators).
static void settle_column(Plan *plan, uint32_t column) {
    const uint32_t *items = plan->columns[column].items;
    uint32_t count = plan->columns[column].count, blocks = 0;
    Block *block = memory_new((count + 1) * sizeof *block);
    double above = 0;
    for (uint32_t i = 0; i < count; i++) {
        const Spot *spot = &plan->spots.items[items[i]];
        block[blocks++] = (Block){spot->wanted - spot->height / 2 - above, 1};
        above += spot->height + ROW_GAP;
        for (; blocks > 1 && block[blocks - 2].at > block[blocks - 1].at; blocks--) {
            Block *a = &block[blocks - 2], *b = &block[blocks - 1];
            a->at = (a->at * a->count + b->at * b->count) / (a->count + b->count);
            a->count += b->count;
        }
    }
    above = 0;
    for (uint32_t b = 0, i = 0; b < blocks; b++)
        for (uint32_t k = 0; k < block[b].count; k++, i++) {
            Spot *spot = &plan->spots.items[items[i]];
            spot->y = block[b].at + above + spot->height / 2;
            above += spot->height + ROW_GAP;
        }
    memory_free(block);
}

static void choose_heights(Plan *plan) {
    for (int i = 0; i <= SWEEPS; i++)
        for (uint32_t c = 0; c < plan->column_count; c++) {
            uint32_t column = i % 2 == 0 ? c : plan->column_count - 1 - c;
            int side = i == SWEEPS ? -1 : i % 2;
            for (uint32_t k = 0; k < plan->columns[column].count; k++) {
                Spot *spot = &plan->spots.items[plan->columns[column].items[k]];
                spot->wanted = mean_height(plan, spot, side);
            }
            settle_column(plan, column);
        }
}

// --- boxes and arrows -----------------------------------------------------------------------------------------------

typedef struct {
    double left, right;
} Column;

static Column *column_places(Plan *plan) {
    Column *columns = memory_new((plan->column_count + 1) * sizeof *columns);
    double left = MARGIN;
    for (uint32_t c = 0; c < plan->column_count; c++) {
        double width = 0;
        for (uint32_t i = 0; i < plan->columns[c].count; i++) {
            const Spot *spot = &plan->spots.items[plan->columns[c].items[i]];
            if (spot->width > width) width = spot->width;
        }
        columns[c] = (Column){left, left + width};
        left += width + COLUMN_GAP;
    }
    plan->drawing->width = plan->column_count ? left - COLUMN_GAP + MARGIN : 2 * MARGIN;
    return columns;
}

// Everything from a margin on.
static void shift_heights(Plan *plan) {
    double top = 0, bottom = 0;
    for (uint32_t i = 0; i < plan->spots.count; i++) {
        const Spot *spot = &plan->spots.items[i];
        if (i == 0 || spot->y - spot->height / 2 < top) top = spot->y - spot->height / 2;
        if (i == 0 || spot->y + spot->height / 2 > bottom) bottom = spot->y + spot->height / 2;
    }
    for (uint32_t i = 0; i < plan->spots.count; i++) plan->spots.items[i].y += MARGIN - top;
    plan->drawing->height = bottom - top + 2 * MARGIN;
}

static double centre(Column column) { return (column.left + column.right) / 2; }

static void place_boxes(Plan *plan, const Column *columns) {
    for (uint32_t i = 0; i < plan->drawing->boxes.count; i++) {
        LayeredBox *box = &plan->drawing->boxes.items[i];
        const Spot *spot = &plan->spots.items[i];
        box->x = centre(columns[spot->column]);
        box->y = spot->y - spot->height / 2 + box->height / 2;
    }
}

// Where an arrow leaves a box: those of one side stand in the order of what they lead to.
static LayeredPoint port(const Plan *plan, uint32_t box, uint32_t next, int side) {
    const LayeredBox *b = &plan->drawing->boxes.items[box];
    const Spot *spot = &plan->spots.items[box], *to = &plan->spots.items[next];
    uint32_t before = 0;
    for (uint32_t i = 0; i < spot->sides[side].count; i++)
        before += plan->spots.items[spot->sides[side].items[i]].row < to->row;
    double part = (before + 1.0) / (spot->sides[side].count + 1.0);
    return (LayeredPoint){b->x + (side ? b->width : -b->width) / 2, b->y + b->height * (part - 0.5)};
}

static void curve_to(LayeredArrow *arrow, LayeredPoint to) {
    LayeredPoint from = *array_last(&arrow->curve);
    double middle = (from.x + to.x) / 2;
    array_push(&arrow->curve, (LayeredPoint){middle, from.y});
    array_push(&arrow->curve, (LayeredPoint){middle, to.y});
    array_push(&arrow->curve, to);
}

static void turn_round(LayeredArrow *arrow) {
    for (uint32_t i = 0, k = arrow->curve.count - 1; i < k; i++, k--) {
        LayeredPoint point = arrow->curve.items[i];
        arrow->curve.items[i] = arrow->curve.items[k];
        arrow->curve.items[k] = point;
    }
}

// Within a column it runs straight, so that it crosses nothing that stands there.
static void draw_arrow(Plan *plan, uint32_t number, const Column *columns) {
    LayeredArrow *arrow = &plan->drawing->arrows.items[number];
    const Chain *chain = &plan->chains[number];
    uint32_t left = left_end(plan, number), right = right_end(plan, number);
    LayeredPoint begin = port(plan, left, chain->first, 1);
    LayeredPoint end = port(plan, right, chain->first + chain->count - 1, 0);
    array_push(&arrow->curve, begin);
    curve_to(arrow, (LayeredPoint){columns[plan->spots.items[left].column].right, begin.y});
    for (uint32_t i = 0; i < chain->count; i++) {
        const Spot *spot = &plan->spots.items[chain->first + i];
        Column column = columns[spot->column];
        bool is_label = spot->width > 0;
        double y = is_label ? spot->y + spot->height / 2 - BELOW_LABEL : spot->y;
        if (is_label) arrow->x = centre(column), arrow->y = spot->y - BELOW_LABEL;
        curve_to(arrow, (LayeredPoint){column.left, y});
        curve_to(arrow, (LayeredPoint){column.right, y});
    }
    curve_to(arrow, (LayeredPoint){columns[plan->spots.items[right].column].left, end.y});
    curve_to(arrow, end);
    if (chain->reversed) turn_round(arrow);
}

static void draw_loop(Plan *plan, LayeredArrow *arrow) {
    const LayeredBox *box = &plan->drawing->boxes.items[arrow->from];
    double bottom = box->y + box->height / 2, aside = box->width / 4;
    arrow->x = box->x;
    arrow->y = bottom + LOOP_ROOM + arrow->height / 2;
    array_push(&arrow->curve, (LayeredPoint){box->x + aside, bottom});
    array_push(&arrow->curve, (LayeredPoint){box->x + aside, bottom + LOOP_ROOM});
    array_push(&arrow->curve, (LayeredPoint){box->x - aside, bottom + LOOP_ROOM});
    array_push(&arrow->curve, (LayeredPoint){box->x - aside, bottom});
}

static void plan_free(Plan *plan) {
    for (uint32_t i = 0; i < plan->spots.count; i++) {
        array_free(&plan->spots.items[i].sides[0]);
        array_free(&plan->spots.items[i].sides[1]);
    }
    for (uint32_t i = 0; i < plan->column_count; i++) array_free(&plan->columns[i]);
    memory_free(plan->columns);
    memory_free(plan->chains);
    array_free(&plan->spots);
}

void layered_arrange(Layered *drawing) {
    Plan plan = {.drawing = drawing, .chains = memory_zeroed(drawing->arrows.count + 1, sizeof *plan.chains)};
    for (uint32_t i = 0; i < drawing->boxes.count; i++) add_box(&plan, i);
    reverse_circles(&plan);
    choose_columns(&plan);
    pull_beginnings(&plan);
    for (uint32_t i = 0; i < drawing->arrows.count; i++)
        if (!is_loop(&drawing->arrows.items[i])) add_chain(&plan, i);
    fill_columns(&plan);
    choose_rows(&plan);
    choose_heights(&plan);
    shift_heights(&plan);
    Column *columns = column_places(&plan);
    place_boxes(&plan, columns);
    for (uint32_t i = 0; i < drawing->arrows.count; i++)
        if (is_loop(&drawing->arrows.items[i]))
            draw_loop(&plan, &drawing->arrows.items[i]);
        else
            draw_arrow(&plan, i, columns);
    memory_free(columns);
    plan_free(&plan);
}

void layered_free(Layered *drawing) {
    for (uint32_t i = 0; i < drawing->arrows.count; i++) array_free(&drawing->arrows.items[i].curve);
    array_free(&drawing->boxes);
    array_free(&drawing->arrows);
}
