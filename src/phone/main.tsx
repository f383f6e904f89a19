import '../ui/look/theme.css'
import './phone.css'
import { createRoot } from 'react-dom/client'
import { Page } from './Page.tsx'

const dark = matchMedia('(prefers-color-scheme: dark)')
const follow = (): void => {
  document.documentElement.dataset.theme = dark.matches ? 'dark' : 'light'
}
follow()
dark.addEventListener('change', follow)

const code = location.pathname.split('/').filter(Boolean).at(-1) ?? ''
const place = document.getElementById('phone')
if (place) createRoot(place).render(<Page code={code} />)
