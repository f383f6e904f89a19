import { kebabCase } from 'es-toolkit'
import type { Tone } from '../core/resource.ts'
import { MOVE_LABEL, type StateGraph } from './stateGraph.ts'

/** One shape of a picture, its words as React has them; on the page the theme colours it, in a file of its own what stands beside. */
export interface Shape {
  key: string
  tag: 'rect' | 'path' | 'text'
  attributes: Readonly<Record<string, string | number>>
  text?: string
}

const CARD = 'var(--card, #ffffff)'
const TEXT = 'var(--text, #17211f)'
const LINE = 'var(--text-3, #61706d)'
const CORNER = { end: 18, other: 4 }
const tones: Readonly<Record<Tone, readonly [line: string, ground: string]>> = {
  quiet: ['var(--line-strong, #c8d1cf)', 'var(--sunk, #f7f9f9)'],
  info: ['var(--blue, #1b639f)', 'var(--blue-faint, #e6f0f9)'],
  good: ['var(--green, #15703a)', 'var(--green-faint, #e7f4ec)'],
  soon: ['var(--amber, #8f4f00)', 'var(--amber-faint, #fdf2de)'],
  bad: ['var(--red, #c0261c)', 'var(--red-faint, #fdeceb)'],
}

const words = { textAnchor: 'middle', dominantBaseline: 'central', fontFamily: 'system-ui, sans-serif' } as const

const round = (value: number): number => Math.round(value * 10) / 10
const at = ([x, y]: readonly [number, number]): string => `${round(x)} ${round(y)}`

/** A small arrow that ends where the line does, in its direction. */
const tip = ([x, y]: readonly [number, number], [fromX, fromY]: readonly [number, number]): string => {
  const angle = Math.atan2(y - fromY, x - fromX)
  const wing = (turn: number): readonly [number, number] => [x - 8 * Math.cos(angle + turn), y - 8 * Math.sin(angle + turn)]
  return `M${at([x, y])}L${at(wing(0.45))}L${at(wing(-0.45))}Z`
}

/** Gives the shapes of a life's picture, those behind first: ends are rounded, where records begin is bold, moves of the system are dotted. */
export const shapesOf = ({ width, height, boxes, arrows }: StateGraph): Shape[] => [
  { key: 'ground', tag: 'rect', attributes: { width, height, fill: CARD } },
  ...arrows.flatMap(({ move, from, points, isSystem }): Shape[] => {
    const [before, last] = points.slice(-2)
    if (!before || !last) return []
    return [
      {
        key: `${move} ${from} line`,
        tag: 'path',
        attributes: {
          d: points.map((point, place) => `${place === 0 ? 'M' : 'L'}${at(point)}`).join(''),
          fill: 'none',
          stroke: LINE,
          strokeWidth: 1.2,
          strokeLinejoin: 'round',
          ...(isSystem ? { strokeDasharray: '2 4', strokeLinecap: 'round' } : {}),
        },
      },
      { key: `${move} ${from} tip`, tag: 'path', attributes: { d: tip(last, before), fill: LINE } },
    ]
  }),
  ...boxes.flatMap(({ name, label, tone, isFirst, isEnd, x, y, width: wide, height: tall }): Shape[] => [
    {
      key: `${name} box`,
      tag: 'rect',
      attributes: {
        ...{ x, y, width: wide, height: tall, rx: isEnd ? CORNER.end : CORNER.other },
        ...{ stroke: tones[tone][0], fill: tones[tone][1], strokeWidth: isFirst ? 2.4 : 1.2 },
      },
    },
    {
      key: `${name} label`,
      tag: 'text',
      attributes: { ...words, x: x + wide / 2, y: y + tall / 2, fill: TEXT, fontSize: 13, ...(isFirst ? { fontWeight: 600 } : {}) },
      text: label,
    },
  ]),
  ...arrows.map(
    ({ move, from, label, at: [x, y] }): Shape => ({
      key: `${move} ${from} label`,
      tag: 'text',
      // The ground's colour around the letters keeps them readable where a line passes.
      attributes: {
        ...words,
        x: round(x),
        y: round(y),
        fontSize: MOVE_LABEL,
        fill: TEXT,
        stroke: CARD,
        strokeWidth: 4,
        paintOrder: 'stroke',
      },
      text: label,
    }),
  ),
]

const escaped = (text: string): string => text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`)

const tagOf = ({ tag, attributes, text = '' }: Shape): string => {
  const said = Object.entries(attributes).map(([name, value]) => ` ${kebabCase(name)}="${escaped(String(value))}"`)
  return `<${tag}${said.join('')}>${escaped(text)}</${tag}>`
}

/** Gives the picture of a life as an SVG file. */
export const statePicture = (graph: StateGraph, title: string): string => {
  const [width, height] = [Math.ceil(graph.width), Math.ceil(graph.height)]
  const shapes = shapesOf(graph).map(tagOf).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><title>${escaped(title)}</title>${shapes}</svg>`
}
