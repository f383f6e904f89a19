// A lane is made of repetition: a few houses, placed again at three depths. All stand on y = 0.
const shapes = {
  // Shikumen: matted head gables with a stepped shoulder between two party walls.
  s: 'M0 0V-112H6V-120H26V-128L46-152V-176H44V-182H60V-176H58V-158L66-166L92-132V-120H112V-112H118V0Z',
  // Stepped fire wall.
  w: 'M0 0V-104H12V-122H26V-138H42V-152H64V-138H80V-122H94V-104H106V0Z',
  // Plain pitched roof with a chimney at the ridge.
  g: 'M0 0V-98L-7-94V-101L22-125V-150H20V-156H36V-150H34V-135L52-150L111-101V-94L104-98V0Z',
  // Curved pediment over the lane's gate.
  a: 'M0 0V-110H8V-120H24C28-152 44-164 60-164S92-152 96-120H112V-110H120V0Z',
  // Tiger-window dormer in a long roof.
  d: 'M0 0V-94L-6-90V-97L26-126H36V-142L54-157L72-142V-126H92V-146H90V-152H106V-146H104V-124L134-97V-90L128-94V0Z',
}
const wide = { s: 118, w: 106, g: 104, a: 120, d: 128 }
type Shape = keyof typeof shapes

const street = (order: string, from: number, gap: number) => {
  let x = from
  return [...order].map((c, i) => {
    const shape = c as Shape
    const house = { shape, x, lift: ((i * 7) % 5) * 4 - 8 }
    x += wide[shape] + gap
    return house
  })
}

function Street({ order, x, gap, y, fill }: { order: string; x: number; gap: number; y: number; fill: string }) {
  return (
    <g fill={`var(${fill})`} transform={`translate(0 ${y})`}>
      {street(order, x, gap).map((h) => (
        <path key={h.x} d={shapes[h.shape]} transform={`translate(${h.x} ${h.lift})`} />
      ))}
      <path d="M-60-60H860V500H-60Z" />
    </g>
  )
}

const crown = 'M0-112c20-5 36 10 35 26 15 6 17 30 1 38-8 15-25 17-36 9-11 8-28 6-36-9-16-8-14-32 1-38-1-16 15-31 35-26Z'

function Tree({ x, y, size, fill }: { x: number; y: number; size: number; fill: string }) {
  return (
    <g fill={`var(${fill})`} transform={`translate(${x} ${y}) scale(${size})`}>
      <path d={`M-3 0V-46H3V0Z${crown}`} />
    </g>
  )
}

/** Panes of the nearest street: [x, y, lit]. */
const panes: [number, number, boolean][] = [
  [34, 648, false],
  [62, 648, true],
  [150, 652, false],
  [178, 652, false],
  [206, 652, true],
  [286, 644, false],
  [318, 644, true],
  [346, 644, false],
  [432, 652, false],
  [460, 652, false],
  [536, 648, true],
  [564, 648, false],
  [592, 648, false],
  [676, 644, false],
  [704, 644, true],
  [770, 650, false],
]

/** Stone gates (shikumen) of the nearest street. */
const gates = [96, 240, 384, 498, 632, 738]

/** Rooflines of Shanghai lane houses in the theme's colours; fills its container. */
export function Skyline() {
  return (
    <svg viewBox="0 0 800 900" width="100%" height="100%" preserveAspectRatio="xMidYMax slice" aria-hidden="true" focusable="false">
      <defs>
        <linearGradient id="skyline-sky" x2="0" y2="1">
          <stop stopColor="var(--sky)" />
          <stop offset=".62" stopColor="var(--sky-low)" />
        </linearGradient>
      </defs>
      <path d="M0 0H800V900H0Z" fill="url(#skyline-sky)" />
      <circle cx="590" cy="350" r="58" fill="var(--sky-sun)" />
      <Street order="gwsgdags" x={-30} gap={-3} y={520} fill="--roof-far" />
      <Tree x={206} y={486} size={0.6} fill="--roof-mid" />
      <Tree x={640} y={486} size={0.7} fill="--roof-mid" />
      <Street order="sdgasdwg" x={-70} gap={-1} y={604} fill="--roof-mid" />
      <Tree x={100} y={586} size={0.72} fill="--leaf" />
      <Tree x={424} y={590} size={0.86} fill="--leaf" />
      <Tree x={724} y={586} size={0.7} fill="--leaf" />
      <Street order="dsagsdws" x={-28} gap={-1} y={712} fill="--roof-near" />
      {panes.map(([x, y, lit]) => (
        <path
          key={x}
          d={`M${x} ${y}h14v22h-14ZM${x + 7} ${y}v22M${x} ${y + 9}h14`}
          fill={lit ? 'var(--lamp)' : 'var(--wall-near)'}
          stroke="var(--roof-near)"
          strokeWidth="1.5"
        />
      ))}
      <g fill="none" stroke="var(--wall-near)" strokeWidth="2">
        <path d="M-60 694H860M-60 698H860" strokeWidth="1.2" />
        {gates.map((x) => (
          <path
            key={x}
            d={`M${x - 20} 800V738H${x - 24}V730H${x + 24}V738H${x + 20}V800M${x - 14} 800V746H${x + 14}V800M${x} 746V800M${x - 18} 730q18-20 36 0`}
          />
        ))}
      </g>
      <path d="M0 800H800V900H0Z" fill="var(--roof-near)" />
      <path d="M0 800H800M0 824H800" stroke="var(--wall-near)" strokeWidth="1.2" />
      <Tree x={36} y={802} size={0.8} fill="--leaf-near" />
      <Tree x={566} y={802} size={0.92} fill="--leaf-near" />
    </svg>
  )
}
