import type { Random } from '../random.ts'

const [WIDE, HIGH] = [900, 520]

/** Strokes of digits in a 10 × 18 box: drawn, since a server may have no font. */
const STROKES: Readonly<Record<string, string>> = {
  '0': 'M1 1h8v16h-8z',
  '1': 'M3 4l3-3v16',
  '2': 'M1 1h8v8h-8v8h8',
  '3': 'M1 1h8v16h-8M2 9h7',
  '4': 'M1 1v8h8M9 1v16',
  '5': 'M9 1h-8v8h8v8h-8',
  '6': 'M9 1h-8v16h8v-8h-8',
  '7': 'M1 1h8l-5 16',
  '8': 'M1 1h8v16h-8zM1 9h8',
  '9': 'M9 9h-8v-8h8v16h-8',
  '.': 'M4 16h1.5v1h-1.5z',
  '-': 'M2 9h6',
  '¥': 'M1 1l4 7l4 -7M5 8v9M1 9h8M1 13h8',
}

const write = (text: string, x: number, y: number, scale: number, ink: string): string =>
  [...text]
    .map(
      (letter, index) =>
        `<path transform="translate(${x + index * 14 * scale} ${y}) scale(${scale})" d="${STROKES[letter] ?? ''}" fill="none" stroke="${ink}" stroke-width="1.6" stroke-linejoin="round"/>`,
    )
    .join('')

/** A grey bar where a line of print stands. */
const print = (x: number, y: number, w: number, h = 14): string =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="3" fill="#c9c5bc"/>`

/** Gives the scan of a receipt as SVG: a table with printed lines, an amount and a round red seal. */
export const drawReceipt = (random: Random): string => {
  const number = String(random.int(10_000_000, 99_999_999))
  const amount = `¥${random.int(8, 49) * 100 + random.int(0, 9) * 10}.00`
  const rows = Array.from({ length: 4 }, (_, index) => {
    const y = 176 + index * 58
    return `<path d="M60 ${y + 36}H840" stroke="#b9a98c" stroke-width="2"/>${print(84, y, 96)}${index === 3 ? write(amount, 230, y - 6, 1.5, '#3b4a63') : print(230, y, random.int(180, 420))}`
  })
  const seal = `<g transform="translate(720 388) rotate(${random.int(-14, 14)})" fill="none" stroke="#c8473d" opacity="0.75"><circle r="74" stroke-width="5"/><circle r="66" stroke-width="1.5"/><circle r="46" stroke-width="9" stroke-dasharray="9 7" opacity="0.7"/><path d="M0 -22L6.5 -7L22 -7L9.5 2.5L14 18L0 9L-14 18L-9.5 2.5L-22 -7L-6.5 -7Z" fill="#c8473d" stroke="none"/></g>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDE}" height="${HIGH}"><rect width="${WIDE}" height="${HIGH}" fill="#eeece6"/><g transform="rotate(${random.int(-8, 8) / 10} 450 260)"><rect x="24" y="22" width="852" height="476" fill="${random.pick(['#fffdf6', '#fdfbf3', '#fcfaf5'])}" stroke="#d8d2c4" stroke-width="2"/>${print(330, 58, 240, 24)}<path d="M320 94H580M320 100H580" stroke="#b08a5a" stroke-width="2"/>${write(number, 660, 62, 1.1, '#b5433a')}${print(84, 124, 160)}<rect x="60" y="154" width="780" height="232" fill="none" stroke="#b9a98c" stroke-width="2"/><path d="M204 154V386" stroke="#b9a98c" stroke-width="2"/>${rows.join('')}${print(84, 416, 120)}${print(300, 416, 120)}${print(500, 416, 100)}${seal}</g></svg>`
}
