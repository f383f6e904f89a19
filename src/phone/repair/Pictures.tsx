import { useEffect, useState } from 'react'
import { callByLink } from '../call.ts'

interface Props {
  code: string
  repair_id: number
  label: string
  photos: readonly number[]
}

/** Pictures that have been fetched, by their numbers: what a photograph shows does not change. */
const fetched = new Map<number, string>()

const Picture = ({ code, repair_id, file_id, name }: { code: string; repair_id: number; file_id: number; name: string }) => {
  const [image, setImage] = useState(() => fetched.get(file_id))
  useEffect(() => {
    if (image) return
    const controller = new AbortController()
    // One that does not come is named instead: the page is of use without it.
    callByLink<{ image: string }>('/api/tenant_repair/picture', { code, repair_id, file_id }).then(
      (answer) => {
        fetched.set(file_id, answer.image)
        if (!controller.signal.aborted) setImage(answer.image)
      },
      () => undefined,
    )
    return () => controller.abort()
  }, [image, code, repair_id, file_id])
  return <li>{image ? <img src={image} alt={name} /> : <span className="phone-kept">{name}</span>}</li>
}

/** The photographs of a repair, small. */
export const Pictures = ({ code, repair_id, label, photos }: Props) =>
  photos.length > 0 && (
    <ul className="phone-photos" aria-label={label}>
      {photos.map((file_id, place) => (
        <Picture key={file_id} code={code} repair_id={repair_id} file_id={file_id} name={`${label}${place + 1}`} />
      ))}
    </ul>
  )
