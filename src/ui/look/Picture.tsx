import { useQuery } from '@tanstack/react-query'
import type { ImgHTMLAttributes, ReactNode } from 'react'
import { addressesOf, type PictureAddresses } from '../../providers/pictures.ts'
import { getToken } from '../../providers/session.ts'

/** An address lasts for half an hour at least: a page that stays open asks for the next in time. */
const ANEW_MS = 25 * 60_000

const usePicture = (id: number): PictureAddresses | null =>
  useQuery({
    queryKey: ['picture', getToken(), id],
    queryFn: () => addressesOf(id),
    staleTime: ANEW_MS,
    gcTime: ANEW_MS,
    refetchInterval: ANEW_MS,
    refetchOnWindowFocus: true,
  }).data ?? null

interface PictureProps extends Omit<ImgHTMLAttributes<HTMLImageElement>, 'src'> {
  of: number
  size?: keyof PictureAddresses
}

/** A picture by its number; empty until its address is there. */
export const Picture = ({ of: id, size = 'thumb', alt, ...rest }: PictureProps) => {
  const found = usePicture(id)
  return <img {...rest} alt={alt} src={found ? `.${found[size]}` : undefined} />
}

/** Leads to the whole of a picture, in a page of its own. */
export const PictureLink = ({ of: id, label, children }: { of: number; label: string; children: ReactNode }) => {
  const found = usePicture(id)
  return (
    <a href={found ? `.${found.url}` : undefined} target="_blank" rel="noreferrer" aria-label={label}>
      {children}
    </a>
  )
}
