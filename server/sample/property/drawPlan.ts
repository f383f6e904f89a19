import type { Random } from '../random.ts'

interface Box {
  x: number
  y: number
  w: number
  h: number
}

const [WIDE, HIGH] = [960, 720]
const INK = '#3d4a54'

const rect = ({ x, y, w, h }: Box, fill: string, stroke = 'none', width = 0): string =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="${fill}" stroke="${stroke}" stroke-width="${width}"/>`

const room = (box: Box, fill: string): string => rect(box, fill, INK, 9)

/** A gap in a wall with the leaf open into the room. */
const door = (x: number, y: number, size: number, fill: string): string =>
  `${rect({ x, y: y - 6, w: size, h: 12 }, fill)}<path d="M${x} ${y} v${-size} a${size} ${size} 0 0 1 ${size} ${size}" fill="none" stroke="${INK}" stroke-width="2.5"/>`

const pane = (x: number, y: number, w: number): string =>
  `${rect({ x, y: y - 6, w, h: 12 }, '#ffffff', INK, 2.5)}<path d="M${x} ${y} h${w}" stroke="${INK}" stroke-width="2.5"/>`

const bed = (x: number, y: number, w: number): string =>
  rect({ x, y, w, h: w * 1.25 }, '#fdfcfa', '#a9a398', 3) +
  rect({ x: x + w * 0.12, y: y + 10, w: w * 0.32, h: 32 }, '#ece7dd') +
  rect({ x: x + w * 0.56, y: y + 10, w: w * 0.32, h: 32 }, '#ece7dd') +
  rect({ x, y: y + w * 0.5, w, h: w * 0.75 }, '#d5dee3', '#a9a398', 3)

const sofa = (x: number, y: number): string =>
  rect({ x, y, w: 170, h: 62 }, '#dfe5e2', '#a9a398', 3) + rect({ x: x + 40, y: y + 92, w: 90, h: 46 }, '#efe8da', '#a9a398', 3)

const wardrobe = (x: number, y: number): string =>
  `${rect({ x, y, w: 150, h: 56 }, '#ece4d6', '#a9a398', 3)}<path d="M${x + 75} ${y} v56" stroke="#a9a398" stroke-width="3"/>`

const desk = (x: number, y: number): string =>
  `${rect({ x, y, w: 150, h: 60 }, '#f1eadf', '#a9a398', 3)}<circle cx="${x + 75}" cy="${y + 88}" r="20" fill="#dfe5e2" stroke="#a9a398" stroke-width="3"/>`

const bath = ({ x, y, w, h }: Box): string =>
  `${rect({ x: x + w - 76, y: y + 20, w: 54, h: Math.min(110, h - 40) }, '#ffffff', '#8fa3ad', 3)}<ellipse cx="${x + 52}" cy="${y + 54}" rx="23" ry="30" fill="#ffffff" stroke="#8fa3ad" stroke-width="3"/>`

const kitchen = ({ x, y, w }: Box): string =>
  `${rect({ x: x + 8, y: y + 8, w: w - 16, h: 46 }, '#f1eee8', '#a9a398', 3)}<circle cx="${x + 44}" cy="${y + 31}" r="14" fill="none" stroke="#8b857a" stroke-width="3"/><circle cx="${x + 84}" cy="${y + 31}" r="14" fill="none" stroke="#8b857a" stroke-width="3"/>`

/** Gives a calm floor plan as SVG, without letters (a server may have no Chinese font): bedrooms along the bottom, the rest above. */
export const drawPlan = (random: Random, rooms: { shi: number; ting: number; wei: number }): string => {
  const floor = random.pick(['#f3ede1', '#f0e9dc', '#f2eee6', '#ece8df'])
  const wet = random.pick(['#dce9ee', '#e0ebe8', '#dde6ec'])
  const width = 380 + rooms.shi * 110 + rooms.ting * 60
  const height = 430 + rooms.ting * 60
  const [left, top] = [Math.round((WIDE - width) / 2), Math.round((HIGH - height) / 2)]
  const split = top + Math.round(height * (random.int(42, 50) / 100))
  const parts: string[] = [rect({ x: 0, y: 0, w: WIDE, h: HIGH }, '#fafaf8'), room({ x: left, y: top, w: width, h: height }, floor)]

  const wetWidth = Math.round(width * 0.3)
  if (rooms.wei > 0) {
    const box = { x: left, y: top, w: wetWidth, h: Math.round((split - top) * 0.78) }
    parts.push(room(box, wet), bath(box), door(box.x + 60, box.y + box.h, 54, floor))
  }
  const cook = { x: left + width - wetWidth, y: top, w: wetWidth, h: Math.round((split - top) * 0.7) }
  if (rooms.wei > 0) parts.push(room(cook, '#ede9e3'), kitchen(cook), door(cook.x + 30, cook.y + cook.h, 54, floor))
  if (rooms.ting > 0) parts.push(sofa(left + wetWidth + 26, top + 76))
  if (rooms.wei === 0) parts.push(wardrobe(left + 24, top + 24), desk(left + width - 178, top + 30))

  const bedWidth = Math.round(width / rooms.shi)
  for (let index = 0; index < rooms.shi; index++) {
    const box = { x: left + index * bedWidth, y: split, w: bedWidth, h: top + height - split }
    // In a single room the bed shares the space; a wall would make two rooms of it.
    if (rooms.shi + rooms.ting > 1) parts.push(room(box, random.pick([floor, '#f6f1e8'])), door(box.x + bedWidth - 84, box.y, 62, floor))
    parts.push(bed(box.x + 34, box.y + 44, Math.min(130, bedWidth - 90)), pane(box.x + bedWidth * 0.3, box.y + box.h, bedWidth * 0.4))
  }
  parts.push(door(left + Math.round(width * 0.42), top, 68, '#fafaf8'), rect({ x: left, y: top, w: width, h: height }, 'none', INK, 12))
  parts.push(
    `<g transform="translate(908 58) scale(0.8)" stroke="${INK}" fill="none" stroke-width="3"><circle r="34"/><path d="M0 24 V-24 M-9 -12 L0 -26 L9 -12"/></g>`,
  )
  const mirrored = random.chance(0.5) ? `transform="translate(${WIDE} 0) scale(-1 1)"` : ''
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDE}" height="${HIGH}"><g ${mirrored}>${parts.join('')}</g></svg>`
}
