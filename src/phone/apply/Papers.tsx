import { type ChangeEvent, useState } from 'react'
import type { ApplyView, AskedPaper } from '../../schemas/application/applying.ts'
import { type Refused, sendByLink } from '../call.ts'
import { shrink } from './shrink.ts'
import { type Photo, papersFor, type Typed } from './values.ts'

interface Props {
  view: ApplyView
  code: string
  typed: Typed
  fault: string | undefined
  onAdd: (photo: Photo) => void
  onRemove: (photo: Photo) => void
}

/** Pictures taken here, by the numbers that they got. */
const pictures = new Map<number, string>()

const Taken = ({ photo, name, place, onRemove }: { photo: Photo; name: string; place: number; onRemove: () => void }) => {
  const picture = pictures.get(photo.file_id)
  return (
    <li>
      {picture ? <img src={picture} alt={name} /> : <span className="apply-kept">{name}</span>}
      <button type="button" aria-label={`删除第${place + 1}张`} onClick={onRemove}>
        删除
      </button>
    </li>
  )
}

const Paper = ({ paper, view, code, typed, onAdd, onRemove }: Omit<Props, 'fault'> & { paper: AskedPaper }) => {
  const [isSending, setSending] = useState(false)
  const [fault, setFault] = useState('')
  const own = typed.photos.filter((photo) => photo.paper === paper.paper)
  const take = async ({ target }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const files = [...(target.files ?? [])]
    target.value = ''
    setFault('')
    setSending(true)
    try {
      for (const file of files) {
        const photograph = await shrink(file)
        const { file_id } = await sendByLink<{ file_id: number }>('/api/apply/photo', { code }, photograph)
        pictures.set(file_id, URL.createObjectURL(photograph))
        onAdd({ paper: paper.paper, file_id })
      }
    } catch (error) {
      setFault((error as Refused).message)
    } finally {
      setSending(false)
    }
  }
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
      {own.length > 0 && (
        <ul className="apply-photos">
          {own.map((photo, place) => (
            <Taken
              key={photo.file_id}
              photo={photo}
              place={place}
              name={view.photos[photo.file_id] ?? '照片'}
              onRemove={() => onRemove(photo)}
            />
          ))}
        </ul>
      )}
      <label className="apply-take" aria-disabled={isSending}>
        {isSending ? '正在上传…' : own.length > 0 ? '再拍一张' : '拍照或选照片'}
        <input
          type="file"
          accept="image/*"
          multiple
          disabled={isSending}
          aria-label={`${paper.name}的照片`}
          onChange={(event) => void take(event)}
        />
      </label>
      {fault && <p role="alert">{fault}</p>}
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
