import type { ApplyView, AskedPaper } from '../../schemas/application/applying.ts'
import { Photos } from '../form/Photos.tsx'
import { type Photo, papersFor, type Typed } from './values.ts'

interface Props {
  view: ApplyView
  code: string
  typed: Typed
  fault: string | undefined
  onAdd: (photo: Photo) => void
  onRemove: (photo: Photo) => void
}

const Paper = ({ paper, view, code, typed, onAdd, onRemove }: Omit<Props, 'fault'> & { paper: AskedPaper }) => {
  const own = typed.photos.filter((photo) => photo.paper === paper.paper)
  return (
    <li className="apply-paper" aria-label={paper.name}>
      <h3>
        {paper.name}
        <small>{paper.isRequired ? '必交' : '可选'}</small>
      </h3>
      {paper.note && <p className="phone-hint">{paper.note}</p>}
      {paper.state !== '' && (
        <p className={paper.reason === '' ? 'phone-hint' : 'phone-fault'}>
          {paper.state}
          {paper.handed > 0 && `，交过${paper.handed}张`}
          {paper.reason && `：${paper.reason}`}
        </p>
      )}
      <Photos
        name="apply"
        code={code}
        label={`${paper.name}的照片`}
        photos={own.map(({ file_id }) => file_id)}
        names={view.photos}
        onAdd={(file_id) => onAdd({ paper: paper.paper, file_id })}
        onRemove={(file_id) => onRemove({ paper: paper.paper, file_id })}
      />
    </li>
  )
}

/** The papers that are asked for of what is applied for, each photographed. */
export const Papers = ({ fault, ...props }: Props) => {
  const asked = papersFor(props.view, props.typed)
  return (
    <section className="phone-step" aria-label="材料">
      <h2>材料</h2>
      {asked.length === 0 && <p>{props.typed.nature === undefined ? '先选择性质，再拍材料。' : '没有要交的材料。'}</p>}
      <ul className="apply-papers">
        {asked.map((paper) => (
          <Paper key={paper.paper} paper={paper} {...props} />
        ))}
      </ul>
      {fault && <p role="alert">{fault}</p>}
    </section>
  )
}
