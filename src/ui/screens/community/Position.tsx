import type { CommunityHome } from '../../../protocol/types.ts'
import { t } from '../../../providers/i18nProvider.ts'

const WIDTH = 640
const HEIGHT = 360
const EDGE = 48
/** A degree of longitude is this much shorter than one of latitude at 31° north. */
const SHRINK = Math.cos((31 * Math.PI) / 180)
/** Kilometres in a degree of latitude. */
const DEGREE = 111.2

/** Gives where each place stands in the drawing: true to scale, north up, all of them within the edges. */
const placed = (around: CommunityHome['around']) => {
  const xs = around.map(({ longitude }) => longitude * SHRINK)
  const ys = around.map(({ latitude }) => latitude)
  const [left, right, low, high] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  const scale = Math.min((WIDTH - 2 * EDGE) / Math.max(right - left, 0.01), (HEIGHT - 2 * EDGE) / Math.max(high - low, 0.01))
  const [middleX, middleY] = [(left + right) / 2, (low + high) / 2]
  return {
    scale,
    dots: around.map((one, index) => ({
      ...one,
      x: WIDTH / 2 + ((xs[index] ?? 0) - middleX) * scale,
      y: HEIGHT / 2 - ((ys[index] ?? 0) - middleY) * scale,
    })),
  }
}

/** Where the community lies among the operator's others: drawn from coordinates, so that no tile server is asked. */
export const Position = ({ home }: { home: CommunityHome }) => {
  if (home.longitude === null || home.latitude === null) return <p className="list-hint">{t`没有登记经纬度`}</p>
  const { dots, scale } = placed(home.around)
  const five = (5 / DEGREE) * scale
  return (
    <>
      <svg className="position" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={t`${home.name}的位置`}>
        {dots.map(({ community_id, name, x, y }) => {
          const isHere = community_id === home.community_id
          return (
            <g key={community_id} data-here={isHere}>
              <title>{name}</title>
              <circle cx={x} cy={y} r={isHere ? 8 : 4} />
              <text x={x} y={y - 12} textAnchor={x > WIDTH - 90 ? 'end' : x < 90 ? 'start' : 'middle'}>
                {isHere ? name : ''}
              </text>
            </g>
          )
        })}
        <g className="scale" transform={`translate(16 ${HEIGHT - 16})`}>
          <line x1={0} x2={five} y1={0} y2={0} />
          <text x={0} y={-6}>
            {t`5 公里`}
          </text>
        </g>
        <text x={WIDTH - 16} y={24} textAnchor="end" className="north">
          {t`北 ↑`}
        </text>
      </svg>
      <p className="list-hint">{t`经度 ${home.longitude}，纬度 ${home.latitude}；灰点为其他小区`}</p>
    </>
  )
}
