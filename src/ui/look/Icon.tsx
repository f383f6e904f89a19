import type { AbstractNode, IconDefinition } from '@ant-design/icons-svg/es/types'
import './icon.css'

const shapeOf = ({ icon }: IconDefinition): AbstractNode => (typeof icon === 'function' ? icon('currentColor', 'none') : icon)

interface IconProps {
  of: IconDefinition
  isSpinning?: boolean
}

/**
 * An icon of antd's set, drawn as text is: as large as the text and in its colour. What it means is said beside it or by its button, so
 * nobody hears it. `@ant-design/icons` would draw the same path, but reckons a palette and adds its styles while the first page is drawn.
 */
export const Icon = ({ of, isSpinning = false }: IconProps) => {
  const { attrs, children = [] } = shapeOf(of)
  return (
    <span className={`anticon anticon-${of.name}`} data-spinning={isSpinning || undefined}>
      <svg
        aria-hidden="true"
        viewBox={attrs.viewBox}
        width="1em"
        height="1em"
        fill="currentColor"
        fillRule={attrs['fill-rule'] === 'evenodd' ? 'evenodd' : undefined}
      >
        {children.map((path) => (
          <path key={path.attrs.d} d={path.attrs.d} />
        ))}
      </svg>
    </span>
  )
}
