type Segment = { x: number; end: number; row: number }
/** Space that a wider block has covered, open to later blocks that fit. */
type Hole = { x: number; end: number; row: number; bottom: number }
type Placed = { x: number; row: number; width: number /** How deep it is. */; rows: number }

/** A skyline: how deep each stretch of the width is filled. A block goes where its title comes highest, leftmost among equals. */
export class Shelf {
  depth: number
  private readonly width: number
  private readonly gap: number
  private skyline: Segment[]
  private readonly holes: Hole[] = []

  constructor(width: number, row: number, gap: number) {
    this.width = width
    this.gap = gap
    this.depth = row
    this.skyline = [{ x: 0, end: Math.max(1, width + gap), row }]
  }

  place(block: Placed): void {
    const span = block.width + this.gap
    const deep = block.rows
    for (const hole of this.holes) {
      if (hole.end - hole.x < span || hole.bottom - hole.row < deep) continue
      block.x = hole.x
      block.row = hole.row
      this.holes.push({ x: hole.x + span, end: hole.end, row: hole.row, bottom: hole.row + deep })
      hole.row += deep
      return
    }
    let bestX = 0
    let bestRow = this.depth
    for (const { x } of this.skyline) {
      if (x > 0 && x + block.width > this.width) break
      const row = this.rowOver(x, x + span)
      if (row < bestRow) {
        bestRow = row
        bestX = x
      }
    }
    block.x = bestX
    block.row = bestRow
    const bottom = bestRow + deep
    if (bottom > this.depth) this.depth = bottom
    this.fill(bestX, bestX + span, bestRow, bottom)
  }

  private rowOver(from: number, to: number): number {
    let row = 0
    for (const s of this.skyline) if (s.x < to && s.end > from && s.row > row) row = s.row
    return row
  }

  private fill(from: number, to: number, top: number, row: number): void {
    const next: Segment[] = []
    for (const s of this.skyline) {
      if (s.x < from) next.push({ x: s.x, end: Math.min(s.end, from), row: s.row })
      if (s.row < top && s.x < to && s.end > from)
        this.holes.push({ x: Math.max(s.x, from), end: Math.min(s.end, to), row: s.row, bottom: top })
      if (s.end > to) next.push({ x: Math.max(s.x, to), end: s.end, row: s.row })
    }
    next.push({ x: from, end: to, row })
    this.skyline = next.sort((a, b) => a.x - b.x)
  }
}
