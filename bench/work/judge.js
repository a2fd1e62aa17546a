/** How far a figure may be from the one that is kept. */
const ALLOWED = 0.1;
/** How many functions are named. */
const NAMED = 5;
/** A function that is kept does at least this share of its job's work: others could not make it a tenth more. */
const SHARE = 0.005;

const number = (value) => value.toLocaleString('en');
const percent = (ratio) => `${ratio >= 1 ? '+' : ''}${((ratio - 1) * 100).toFixed(1)} %`;

/** What is kept of a job: its figures, and the functions that do most of its work. */
export const toKeep = ({ figures, functions }) => ({
  figures,
  functions: Object.fromEntries(
    [...functions]
      .filter(([, work]) => work >= SHARE * figures.work)
      .sort(([, one], [, other]) => other - one),
  ),
});

/** The functions that do most more work than they did, most first. Of one that was too small to be kept it is only known how much it did at most. */
const grown = ({ functions }, kept) =>
  [...functions]
    .map(([name, work]) =>
      Object.hasOwn(kept.functions, name)
        ? { name, work, before: kept.functions[name], said: 'before' }
        : { name, work, before: Math.ceil(SHARE * kept.figures.work), said: 'at most before' },
    )
    .filter(({ work, before }) => work > before)
    .sort((one, other) => other.work - other.before - (one.work - one.before))
    .slice(0, NAMED)
    .map(({ name, work, before, said }) => `    ${name}: ${number(before)} ${said}, ${number(work)} now`);

/** Compares a job with what is kept of it: a line for each figure that is more, or less, than a tenth away. */
export const judge = (name, counted, kept) => {
  if (!kept) return { losses: [`${name}: no figure is kept`], gains: [] };
  const losses = [];
  const gains = [];
  for (const [figure, now] of Object.entries(counted.figures)) {
    const before = kept.figures[figure];
    if (before === undefined) {
      losses.push(`${name}: no ${figure} is kept`);
      continue;
    }
    const line = `${name}, ${figure}: ${number(before)} before, ${number(now)} now (${percent(now / before)})`;
    if (now > before * (1 + ALLOWED))
      losses.push([line, ...(figure === 'work' ? grown(counted, kept) : [])].join('\n'));
    else if (now < before * (1 - ALLOWED)) gains.push(line);
  }
  return { losses, gains };
};
