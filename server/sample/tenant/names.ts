import type { Random } from '../random.ts'

/** Family names with their share of Shanghai's people in thousandths (Ministry of Public Security's yearly name report, local names raised). */
const FAMILIES: readonly (readonly [string, number])[] = Object.entries({
  王: 68,
  张: 63,
  李: 52,
  陈: 51,
  刘: 38,
  朱: 31,
  徐: 30,
  周: 29,
  沈: 26,
  吴: 26,
  陆: 24,
  杨: 24,
  顾: 22,
  黄: 18,
  赵: 17,
  金: 16,
  孙: 16,
  胡: 13,
  施: 12,
  倪: 11,
  唐: 11,
  曹: 11,
  姚: 11,
  汤: 8,
  蔡: 10,
  钱: 10,
  林: 10,
  马: 9,
  高: 9,
  何: 9,
  郭: 8,
  罗: 8,
  潘: 9,
  蒋: 9,
  俞: 8,
  丁: 8,
  许: 8,
  叶: 8,
  袁: 7,
  郑: 7,
  谢: 7,
  宋: 6,
  冯: 7,
  邵: 6,
  范: 6,
  董: 6,
  程: 6,
  韩: 5,
  于: 5,
  余: 5,
  傅: 5,
  季: 5,
  夏: 5,
  龚: 6,
  严: 6,
  瞿: 5,
  奚: 4,
  邱: 5,
  秦: 5,
  方: 5,
  戴: 5,
  任: 4,
  汪: 5,
  梁: 4,
  邓: 4,
  彭: 4,
  曾: 3,
  肖: 3,
  田: 3,
  魏: 3,
  薛: 3,
  江: 3,
  贾: 2,
  杜: 2,
  卢: 2,
  苏: 2,
  孟: 2,
  崔: 2,
  谭: 2,
  万: 2,
  石: 2,
  熊: 2,
  陶: 4,
  褚: 2,
  宣: 1,
  诸: 2,
  闵: 2,
  屠: 2,
  钟: 2,
  庄: 2,
  盛: 3,
  毛: 3,
  欧阳: 1.2,
  诸葛: 0.5,
  上官: 0.4,
  司徒: 0.3,
  司马: 0.3,
  尉迟: 0.2,
  令狐: 0.2,
  𠮷: 0.2,
  仝: 0.3,
  亓: 0.2,
})

interface Stock {
  /** Single given names. */
  one: string
  /** First and second characters of double given names. */
  first: string
  second: string
}

const STOCKS: Readonly<Record<'old' | 'middle' | 'young', readonly [men: Stock, women: Stock]>> = {
  old: [
    { one: '明刚平华强军勇斌', first: '建国志永福金根德宝兴文长林荣', second: '国华明良根生发祥荣林民平忠庆' },
    { one: '芳英萍珍红敏琴华', first: '秀桂玉美凤惠金月丽素爱雅文兰', second: '英珍兰芳华娣琴妹娟凤萍琳仙珠' },
  ],
  middle: [
    { one: '伟军勇斌磊强俊杰峰涛超鹏辉健波毅', first: '志文晓建国海永俊嘉立宏卫剑家', second: '明军强华平峰东伟斌辉杰刚良毅' },
    { one: '敏静丽燕艳娟霞洁莉婷琳颖蓉倩慧', first: '晓丽雅文海慧佳春雪美红静秋玉', second: '燕萍红霞娟琴芳敏丽静华蓉琳莉' },
  ],
  young: [
    { one: '昊轩睿宇晨凯翔阳逸帆哲锐䶮', first: '子浩宇俊天嘉思明一泽文承家梓', second: '轩涵然杰宇豪睿阳晨铭毅凡琪麟' },
    { one: '悦怡萱雯婷瑶妍琪薇欣蕾莹㛃', first: '思雨梦欣佳雅诗子晓语心若嘉依', second: '怡涵琪婷萱妍彤瑶琳雯洁悦晴璇' },
  ],
}

const eraOf = (birthYear: number): keyof typeof STOCKS => (birthYear < 1966 ? 'old' : birthYear < 1988 ? 'middle' : 'young')

/** Gives a name as people of that sex (1 male, 2 female) and year of birth bear it: two characters or three, four at times with a compound family name. A rare one has a character beyond the common plane. */
export const nameOf = (random: Random, sex: 1 | 2, birthYear: number, isRare: boolean): string => {
  const family = random.weighted(FAMILIES)
  const stock = STOCKS[eraOf(birthYear)][sex === 1 ? 0 : 1]
  if (!isRare && random.chance(birthYear < 1966 ? 0.15 : 0.3)) return family + random.pick([...stock.one])
  const first = random.pick([...stock.first])
  const second = random.pick([...stock.second])
  return family + first + (isRare ? '𠮷' : second)
}
