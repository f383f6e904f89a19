import type { Random } from '../random.ts'

const [WIDE, HIGH] = [960, 720]

const rect = (x: number, y: number, w: number, h: number, fill: string, rest = ''): string =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="${fill}" ${rest}/>`

const tree = (x: number, size: number, green: string): string =>
  `${rect(x - 4, 640 - size, 8, size, '#8a7a68')}<ellipse cx="${x}" cy="${640 - size * 1.15}" rx="${size * 0.5}" ry="${size * 0.62}" fill="${green}"/>`

const house = (random: Random, x: number, width: number, floors: number, wall: string, band: string): string => {
  const step = 26
  const height = floors * step + 46
  const top = 640 - height
  const columns = Math.max(2, Math.floor(width / 46))
  const gap = width / columns
  const parts = [rect(x, top, width, height, wall), rect(x - 6, top - 10, width + 12, 12, band)]
  for (let floor = 0; floor < floors; floor++) {
    const y = top + 12 + floor * step
    parts.push(rect(x, y + 19, width, 2, band, 'opacity="0.55"'))
    for (let column = 0; column < columns; column++) {
      const lit = random.chance(0.12) ? '#f6e6b8' : random.pick(['#9fb6c4', '#a9bfca', '#93acbb'])
      parts.push(rect(Math.round(x + column * gap + gap * 0.2), y, Math.round(gap * 0.6), 15, lit))
    }
  }
  const entry = x + width / 2 - 20
  return parts.join('') + rect(entry, 604, 40, 36, '#5d6b75') + rect(entry - 14, 596, 68, 8, band)
}

/** Gives an estate's front as SVG: two or three buildings of the named height behind trees, in a quiet light. */
export const drawFront = (random: Random): string => {
  const [wall, band] = random.pick([
    ['#e7dfd2', '#b58a6a'],
    ['#ece9e3', '#8d9aa3'],
    ['#e3d3c4', '#9c6b54'],
    ['#dfe4e2', '#7f938c'],
  ] as const)
  const sky = random.pick(['#dce8f0', '#e4ecef', '#e8ecf2'])
  const green = random.pick(['#8fa98a', '#86a58f', '#9db28a'])
  const count = random.int(2, 3)
  const slot = 860 / count
  const floors = random.int(8, 18)
  const houses = Array.from({ length: count }, (_, index) => {
    const width = Math.round(slot * (random.int(62, 82) / 100))
    return house(random, Math.round(50 + index * slot + (slot - width) / 2), width, Math.max(6, floors - random.int(0, 4)), wall, band)
  })
  const trees = Array.from({ length: random.int(7, 11) }, (_, index) =>
    tree(40 + index * 92 + random.int(0, 40), random.int(46, 84), green),
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDE}" height="${HIGH}"><defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${sky}"/><stop offset="1" stop-color="#fbfbf9"/></linearGradient></defs>${rect(0, 0, WIDE, HIGH, 'url(#sky)')}${houses.join('')}${rect(0, 640, WIDE, 80, '#d3d7d2')}${rect(0, 662, WIDE, 6, '#eceeeb')}${trees.join('')}</svg>`
}
