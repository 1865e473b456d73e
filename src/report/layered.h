// Layered: where the boxes and arrows of a directed graph are drawn.
//
// Boxes stand in columns so that arrows go from left to right, but for those that close a circle (Sugiyama, Tagawa and
// Toda 1981). An arrow has a place for its label in a column between its two boxes, and runs below it; where it passes
// other columns it has a place of its own, too, so nothing is drawn over anything else. Within a column the order is
// that with the fewest crossings that a few sweeps find, and each item is as near to its neighbours as the others let
// it be. The same graph is always drawn the same way.
#pragma once
#include <stdbool.h>

#include "base/array.h"

typedef struct {
    double x, y;
} LayeredPoint;

typedef struct {
    double width, height;   // given
    double x, y;            // found: its centre
} LayeredBox;

typedef struct {
    uint32_t from, to;           // boxes; one arrow for each pair
    double width, height;        // of its label
    double x, y;                 // found: the centre of the label
    ARRAY(LayeredPoint) curve;   // found: where it begins, then cubic Bézier curves of three points each
} LayeredArrow;

typedef struct {
    ARRAY(LayeredBox) boxes;
    ARRAY(LayeredArrow) arrows;
    double width, height;   // found: of it all, from 0
} Layered;

void layered_arrange(Layered *drawing);
void layered_free(Layered *drawing);
