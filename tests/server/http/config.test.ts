import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ConfigError, helpText, readConfig, settings } from '../../../server/config.ts'

const read = (env: Record<string, string>) => readConfig(env, false)

const messageFor = (env: Record<string, string>): string => {
  try {
    read(env)
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    return (error as ConfigError).message
  }
  throw new Error('nothing was thrown')
}

describe('readConfig', () => {
  it('gives every default on an empty environment', () => {
    expect(read({})).toEqual({
      port: 8080,
      host: '127.0.0.1',
      dataDir: resolve('data'),
      databaseUrl: null,
      databaseDirectUrl: null,
      adminPassword: null,
      sampleData: 'small',
      backupDir: null,
      backupKeep: null,
      backupPassphrase: '',
      filesS3: null,
      filesIn: 's3',
      s3Endpoint: null,
      s3Region: 'auto',
      s3AccessKey: '',
      s3Secret: '',
      signKey: '',
      secretKey: '',
      newSecretKey: '',
      databaseReadUrls: [],
      storeWait: 60,
      tokenDays: 1,
      brokerAuthToken: '',
      logLevel: 'info',
      poolSize: 10,
      uploadMaxMb: 20,
      jobsAtOnce: 1,
      dueJobs: 'on',
      exportDays: 7,
      jobDays: 30,
      trustProxy: false,
      outboundHosts: [],
      apiDocs: 'staff',
      otlpEndpoint: null,
      otelServiceName: 'anju',
    })
  })

  it('keeps its data under /var/lib/anju when root runs it', () => {
    expect(readConfig({}, true).dataDir).toBe('/var/lib/anju')
    expect(readConfig({ DATA_DIR: '/srv/anju' }, true).dataDir).toBe('/srv/anju')
  })

  it('sends traces to an address without secrets, and not at all where none is given', () => {
    const sent = (text: string) => read({ OTEL_EXPORTER_OTLP_ENDPOINT: text }).otlpEndpoint
    expect(['http://127.0.0.1:4318/', 'https://traces.example/otlp'].map(sent)).toEqual([
      'http://127.0.0.1:4318',
      'https://traces.example/otlp',
    ])
    for (const wrong of ['127.0.0.1:4318', 'grpc://a', 'http://a:b@c', 'http://a?key=1', 'http://a b'])
      expect(messageFor({ OTEL_EXPORTER_OTLP_ENDPOINT: wrong })).toContain('OTEL_EXPORTER_OTLP_ENDPOINT')
    expect(read({ OTEL_SERVICE_NAME: '安居' }).otelServiceName).toBe('安居')
  })

  it('reads what is set', () => {
    const config = read({
      PORT: '9000',
      HOST: '::1',
      DATA_DIR: 'elsewhere',
      DATABASE_URL: 'postgres://anju:secret@db:5432/anju',
      ADMIN_PASSWORD: 'abc123',
      SAMPLE_DATA: 'Large',
      SIGN_KEY: 'k',
      TOKEN_DAYS: '7',
      API_DOCS: 'off',
    })
    expect(config).toMatchObject({ port: 9000, host: '::1', dataDir: resolve('elsewhere'), adminPassword: 'abc123', sampleData: 'large' })
    expect(config).toMatchObject({ databaseUrl: 'postgres://anju:secret@db:5432/anju', signKey: 'k', tokenDays: 7, apiDocs: 'off' })
    expect(['on', 'Staff', 'open'].map((API_DOCS) => read({ API_DOCS }).apiDocs)).toEqual(['staff', 'staff', 'open'])
  })

  it('takes an empty variable for a missing one', () => {
    expect(read({ PORT: '', ADMIN_PASSWORD: '', LOG_LEVEL: ' ' })).toEqual(read({}))
  })

  it('is frozen', () => {
    expect(Object.isFrozen(read({}))).toBe(true)
  })

  it('names every bad setting at once, with what was found and what is allowed', () => {
    const message = messageFor({ PORT: '80a', SAMPLE_DATA: 'huge', POOL_SIZE: '1', HOST: 'a b' })
    expect(message).toContain('PORT：现值是“80a”，允许：0–65535 的整数')
    expect(message).toContain('SAMPLE_DATA：现值是“huge”，允许：small、none 或 large')
    expect(message).toContain('POOL_SIZE：现值是“1”')
    expect(message).toContain('HOST：现值是“a b”')
    expect(message.split('\n')).toHaveLength(5)
  })

  it('refuses a direct way beside none', () => {
    expect(() => read({ DATABASE_DIRECT_URL: 'postgres://anju@db/anju' })).toThrow('只与 DATABASE_URL')
    expect(() => read({ DATABASE_READ_URLS: 'postgres://anju@db/anju' })).toThrow('DATABASE_READ_URLS：只与 DATABASE_URL')
  })

  it('never repeats a secret', () => {
    const message = messageFor({ DATABASE_URL: 'mysql://root:hunter2@db', ADMIN_PASSWORD: 'a b c d e' })
    expect(message).toContain('DATABASE_URL')
    expect(message).toContain('ADMIN_PASSWORD')
    expect(message).not.toContain('hunter2')
    expect(message).not.toContain('a b c')
  })

  it.each([
    ['PORT', ['-1', '65536', '1.5', '1e3', '0x10']],
    ['HOST', ['localhost:8080', 'http://x', 'a/b']],
    ['DATABASE_URL', ['localhost/anju', 'http://db', 'postgres:/db']],
    ['DATABASE_DIRECT_URL', ['http://db']],
    ['DATABASE_READ_URLS', ['http://db', 'postgres://db/anju,db2']],
    ['ADMIN_PASSWORD', ['12345']],
    ['TOKEN_DAYS', ['0', '366', 'one']],
    ['LOG_LEVEL', ['verbose']],
    ['UPLOAD_MAX_MB', ['0', '1025']],
    ['JOBS_AT_ONCE', ['-1', '9']],
    ['EXPORT_DAYS', ['0', '366']],
    ['API_DOCS', ['true', 'constructor']],
  ])('refuses a wrong %s', (name, wrong) => {
    for (const text of wrong) expect(messageFor({ [name]: text }), text).toContain(name)
  })
})

describe('helpText', () => {
  it('tells name, meaning, allowed and default of every setting', () => {
    const text = helpText()
    for (const { env, meaning, allowed } of Object.values(settings)) {
      expect(text).toContain(`  ${env}\n      ${meaning}\n      允许：${allowed}\n      默认：`)
    }
    expect(text).toContain('默认：8080')
    expect(text).toContain('默认：./data；以 root 运行时 /var/lib/anju')
    expect(text).not.toMatch(/undefined|null|=>/)
  })
})
