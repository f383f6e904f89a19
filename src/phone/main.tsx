import '../ui/look/theme.css'
import './phone.css'
import { lazy, Suspense } from 'react'
import { createRoot } from 'react-dom/client'

const Page = lazy(() => import('./Page.tsx'))
const Apply = lazy(() => import('./apply/Apply.tsx'))

const dark = matchMedia('(prefers-color-scheme: dark)')
const follow = (): void => {
  document.documentElement.dataset.theme = dark.matches ? 'dark' : 'light'
}
follow()
dark.addEventListener('change', follow)

/** What the printed code leads to; anything else at this place is a link's own code. */
const APPLY = 'apply'

const code = location.pathname.split('/').filter(Boolean).at(-1) ?? ''
const place = document.getElementById('phone')
if (place) createRoot(place).render(<Suspense>{code === APPLY ? <Apply /> : <Page code={code} />}</Suspense>)
