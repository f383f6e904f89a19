import type { Plugin } from 'vite'

const NAMES = /^\w+\.displayName = .*;$/gm
const MAKERS = /= (React\d*\.(?:forwardRef|createContext|memo)\()/g

/**
 * Takes the components' names for React's developer tools out of react-router: giving a name counts as doing something, so a component that
 * nobody uses would be kept for it, with all that it is made of (forms and prefetching of a server that renders: 3.5 kB of the shell).
 */
export const withoutNames = (): Plugin => ({
  name: 'without-names',
  transform(code, id) {
    if (!/node_modules[\\/]react-router[\\/]/.test(id)) return null
    return { code: code.replace(NAMES, '').replace(MAKERS, '= /* @__PURE__ */ $1'), map: null }
  },
})
