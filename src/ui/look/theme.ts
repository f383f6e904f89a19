import type { ThemeConfig } from 'antd'
import darkAlgorithm from 'antd/es/theme/themes/dark'

export type ThemeMode = 'light' | 'dark'

// antd computes with these (alpha, palettes), so they must be literal here; theme.css holds the same values for our own elements.
const light = {
  bg: '#f4f6f6',
  card: '#ffffff',
  raised: '#ffffff',
  sunk: '#f7f9f9',
  hover: '#f1f6f5',
  line: '#e3e8e7',
  control: '#c8d1cf',
  text: '#17211f',
  text2: '#4a5856',
  text3: '#61706d',
  disabled: '#a3aeac',
  accentFaint: '#e6f3f1',
  green: ['#e7f4ec', '#b5d9c2'],
  amber: ['#fdf2de', '#ecd09a'],
  red: ['#fdeceb', '#f0bdb8'],
  blue: ['#e6f0f9', '#b3d0ea'],
  shadow: '0 0 0 1px #e3e8e7, 0 4px 12px rgba(16, 32, 30, 0.08)',
}

const dark: typeof light = {
  bg: '#0d1312',
  card: '#141c1b',
  raised: '#1a2423',
  sunk: '#172120',
  hover: '#1b2726',
  line: '#263230',
  control: '#3c4a48',
  text: '#e2eae8',
  text2: '#a9b6b3',
  text3: '#8b9996',
  disabled: '#5a6866',
  accentFaint: '#12322f',
  green: ['#14301f', '#26503a'],
  amber: ['#35270f', '#5f4a1d'],
  red: ['#3a1a17', '#6b322c'],
  blue: ['#142a3d', '#28496a'],
  shadow: '0 0 0 1px #33413f, 0 4px 12px rgba(0, 0, 0, 0.4)',
}

const seed = {
  light: { accent: '#0f766e', success: '#15803d', warning: '#a35a00', error: '#c0261c', info: '#1b6bb0' },
  // antd's dark algorithm mixes 15 % of #141414 into each seed; these are chosen so that the mix is the colour meant (accent #2dd4bf).
  dark: { accent: '#31f6dd', success: '#4fe583', warning: '#ffb833', error: '#ff8276', info: '#6cbcff' },
}

const onAccent = { light: '#ffffff', dark: '#04211e' }

const font = "-apple-system, 'Segoe UI', 'PingFang SC', 'Microsoft YaHei', 'Noto Sans SC', 'Noto Sans CJK SC', system-ui, sans-serif"

export function themeOf(mode: ThemeMode): ThemeConfig {
  const c = mode === 'dark' ? dark : light
  const s = seed[mode]
  return {
    ...(mode === 'dark' && { algorithm: darkAlgorithm }),
    cssVar: { key: 'anju', prefix: 'ant' },
    hashed: false,
    token: {
      colorPrimary: s.accent,
      colorLink: s.accent,
      colorSuccess: s.success,
      colorWarning: s.warning,
      colorError: s.error,
      colorInfo: s.info,
      colorSuccessBg: c.green[0],
      colorSuccessBorder: c.green[1],
      colorWarningBg: c.amber[0],
      colorWarningBorder: c.amber[1],
      colorErrorBg: c.red[0],
      colorErrorBorder: c.red[1],
      colorInfoBg: c.blue[0],
      colorInfoBorder: c.blue[1],
      colorTextBase: c.text,
      colorBgBase: c.card,
      colorBgLayout: c.bg,
      colorBgContainer: c.card,
      colorBgElevated: c.raised,
      colorBorder: c.control,
      colorBorderSecondary: c.line,
      colorText: c.text,
      colorTextSecondary: c.text2,
      colorTextTertiary: c.text3,
      colorTextQuaternary: c.disabled,
      colorTextPlaceholder: c.text3,
      fontFamily: font,
      fontSize: 14,
      lineHeight: 22 / 14,
      fontSizeHeading4: 18,
      lineHeightHeading4: 28 / 18,
      fontSizeHeading5: 16,
      lineHeightHeading5: 24 / 16,
      controlHeight: 32,
      borderRadius: 4,
      borderRadiusLG: 6,
      borderRadiusSM: 3,
      borderRadiusXS: 2,
      boxShadow: c.shadow,
      boxShadowSecondary: c.shadow,
      boxShadowTertiary: 'none',
      motionDurationFast: '0.12s',
      motionDurationMid: '0.14s',
      motionDurationSlow: '0.16s',
    },
    components: {
      Layout: {
        bodyBg: c.bg,
        headerBg: c.card,
        headerHeight: 48,
        headerPadding: '0 16px',
        footerBg: c.bg,
        siderBg: 'var(--menu-bg)',
        triggerBg: 'var(--menu-bg)',
      },
      Button: {
        primaryColor: onAccent[mode],
        dangerColor: mode === 'dark' ? '#2a0906' : '#ffffff',
        primaryShadow: 'none',
        defaultShadow: 'none',
        dangerShadow: 'none',
      },
      Checkbox: { colorWhite: onAccent[mode] },
      Modal: { titleFontSize: 16, titleLineHeight: 24 / 16 },
      Drawer: { paddingLG: 16 },
      Card: { headerFontSize: 14, headerHeight: 44, bodyPadding: 16, headerPadding: 16 },
      Tabs: { horizontalItemPadding: '9px 0', horizontalItemGutter: 24, horizontalMargin: '0 0 12px 0' },
      Form: { itemMarginBottom: 16, verticalLabelPadding: '0 0 4px', labelColor: c.text2 },
      Descriptions: { itemPaddingBottom: 8, labelBg: c.sunk },
      // Its dots stand for pages that are there, and are drawn as what cannot be done.
      Pagination: { itemSize: 28, itemActiveBg: c.accentFaint, colorTextDisabled: c.text3 },
      Statistic: { contentFontSize: 24, titleFontSize: 13 },
      Segmented: { trackBg: c.bg, itemSelectedBg: c.card },
      Select: { optionSelectedBg: c.accentFaint, optionActiveBg: c.hover },
      Tag: { defaultBg: c.sunk, defaultColor: c.text2 },
      Tooltip: { colorBgSpotlight: mode === 'dark' ? '#33413f' : '#24302e' },
    },
  }
}
