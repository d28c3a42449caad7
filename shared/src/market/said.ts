/** The wordings for a probability, each with the probability that it stands for, from the least to the most likely. */
export const saidChances = {
  unlikely: 0.04,
  in_10: 1 / 10,
  in_5: 1 / 5,
  in_4: 1 / 4,
  in_3: 1 / 3,
  in_2: 1 / 2,
  two_in_3: 2 / 3,
  three_in_4: 3 / 4,
  likely: 0.95,
} as const;
export type Said = keyof typeof saidChances;
export const saids = [
  'unlikely',
  'in_10',
  'in_5',
  'in_4',
  'in_3',
  'in_2',
  'two_in_3',
  'three_in_4',
  'likely',
] as const satisfies readonly Said[];

/** The words whose probability is nearest. */
export function saidOf(chance: number): Said {
  const far = (said: Said) => Math.abs(saidChances[said] - chance);
  return saids.reduce<Said>((best, said) => (far(said) < far(best) ? said : best), 'unlikely');
}
