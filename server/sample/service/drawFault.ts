import type { Random } from '../random.ts'

const [WIDE, HIGH] = [720, 960]

/** Gives what a tenant photographs of a fault, as SVG: a wall with the stain of water on it. */
export const drawFault = (random: Random): string => {
  const wall = random.pick(['#e9e6df', '#e3e7e8', '#ece4d8'])
  const tile = random.pick([90, 120, 180])
  const lines = [
    ...Array.from({ length: Math.floor(WIDE / tile) }, (_, index) => `M${(index + 1) * tile} 0V${HIGH}`),
    ...Array.from({ length: Math.floor(HIGH / tile) }, (_, index) => `M0 ${(index + 1) * tile}H${WIDE}`),
  ].join('')
  const stains = Array.from({ length: 7 }, () => {
    const [x, y] = [random.int(180, 540), random.int(60, 420)]
    return `<ellipse cx="${x}" cy="${y}" rx="${random.int(50, 130)}" ry="${random.int(40, 110)}" fill="#a98f62" opacity="0.22"/>`
  })
  const drips = Array.from({ length: 9 }, () => {
    const [x, from] = [random.int(160, 560), random.int(260, 460)]
    return `<path d="M${x} ${from}q${random.int(-8, 8)} 90 0 ${random.int(140, 360)}" stroke="#8f7a55" stroke-width="${random.int(3, 7)}" opacity="0.4" fill="none" stroke-linecap="round"/>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDE}" height="${HIGH}"><rect width="${WIDE}" height="${HIGH}" fill="${wall}"/><path d="${lines}" stroke="#c9c6bd" stroke-width="3"/>${stains.join('')}${drips.join('')}<rect y="${HIGH - 70}" width="${WIDE}" height="70" fill="#b9b2a4"/></svg>`
}
