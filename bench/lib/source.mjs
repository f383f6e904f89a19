import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'

/** Loads modules of the server from source, for what a bench takes from them (the SQL of a list); the work then runs elsewhere. */
export const withSource = async (work) => {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const vite = await createServer({
    root,
    server: { middlewareMode: true, hmr: false, ws: false },
    appType: 'custom',
    logLevel: 'error',
    optimizeDeps: { noDiscovery: true },
  })
  try {
    return await work((path) => vite.ssrLoadModule(path))
  } finally {
    await vite.close()
  }
}

/** Gives the two queries of a list call as the server makes them; the second takes the keys that the first gives. */
export const listSql = (name, params) =>
  withSource(async (load) => {
    const { pageQuery } = await load('/server/store/reading/pageQuery.ts')
    const { rowsQuery } = await load('/server/store/reading/list.ts')
    const { resourceNamed } = await load('/src/declared/declared.ts')
    const { kyselyOn } = await load('/server/store/connection/database.ts')
    const compiled = (query) => {
      const { sql, parameters } = query.compile(kyselyOn({}))
      return { text: sql, values: [...parameters] }
    }
    return {
      page: compiled(pageQuery(resourceNamed(name), params, null)),
      rows: compiled(rowsQuery(kyselyOn({}), resourceNamed(name), [], null, resourceNamed)).text,
    }
  })
