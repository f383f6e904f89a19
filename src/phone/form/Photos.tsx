import { type ChangeEvent, useState } from 'react'
import { type Refused, sendByLink } from '../call.ts'
import { shrink } from './shrink.ts'

interface Props {
  /** Of the page: photographs go to `/api/<name>/photo`. */
  name: string
  code: string
  /** What is photographed, for who hears the page. */
  label: string
  photos: readonly number[]
  /** What those are called that were taken on another telephone. */
  names?: Readonly<Record<number, string>>
  /** How many there can be. */
  most?: number
  onAdd: (file_id: number) => void
  onRemove: (file_id: number) => void
}

/** Pictures taken here, by the numbers that they got. */
const pictures = new Map<number, string>()

const Taken = ({ picture, name, place, onRemove }: { picture: string | undefined; name: string; place: number; onRemove: () => void }) => (
  <li>
    {picture ? <img src={picture} alt={name} /> : <span className="phone-kept">{name}</span>}
    <button type="button" aria-label={`删除第${place + 1}张`} onClick={onRemove}>
      删除
    </button>
  </li>
)

/** Photographs: those that were taken, and taking more. Each is made small, and sent at once. */
export const Photos = ({ name, code, label, photos, names = {}, most = Number.POSITIVE_INFINITY, onAdd, onRemove }: Props) => {
  const [isSending, setSending] = useState(false)
  const [fault, setFault] = useState('')
  const take = async ({ target }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const files = [...(target.files ?? [])]
    target.value = ''
    const left = most - photos.length
    setFault(files.length > left ? `最多${most}张，多的没有上传` : '')
    setSending(true)
    try {
      for (const file of files.slice(0, left)) {
        const photograph = await shrink(file)
        const { file_id } = await sendByLink<{ file_id: number }>(`/api/${name}/photo`, { code }, photograph)
        pictures.set(file_id, URL.createObjectURL(photograph))
        onAdd(file_id)
      }
    } catch (error) {
      setFault((error as Refused).message)
    } finally {
      setSending(false)
    }
  }
  return (
    <>
      {photos.length > 0 && (
        <ul className="phone-photos">
          {photos.map((file_id, place) => (
            <Taken
              key={file_id}
              picture={pictures.get(file_id)}
              place={place}
              name={names[file_id] ?? '照片'}
              onRemove={() => onRemove(file_id)}
            />
          ))}
        </ul>
      )}
      {photos.length < most && (
        <label className="phone-take" aria-disabled={isSending}>
          {isSending ? '正在上传…' : photos.length > 0 ? '再拍一张' : '拍照或选照片'}
          <input type="file" accept="image/*" multiple disabled={isSending} aria-label={label} onChange={(event) => void take(event)} />
        </label>
      )}
      {fault && <p role="alert">{fault}</p>}
    </>
  )
}
