/** Colours of a chart: variables of the page's style, or fixed ones for a file. */
export interface Palette {
  readonly text: string;
  readonly muted: string;
  readonly line: string;
  readonly ground: string;
  readonly accent: string;
  readonly worse: string;
  readonly gold: string;
  readonly kinds: { readonly retriever: string; readonly generated: string; readonly reranked: string };
  readonly font: string;
}

/** The page's colours, light or dark. */
export const screenPalette: Palette = {
  text: 'var(--fg)',
  muted: 'var(--mut)',
  line: 'var(--line)',
  ground: 'var(--card)',
  accent: 'var(--acc)',
  worse: 'var(--worse)',
  gold: 'var(--gold)',
  kinds: { retriever: 'var(--ret)', generated: 'var(--gar)', reranked: 'var(--rer)' },
  font: 'var(--sans)',
};

/** For files: the light colours on white. */
export const paperPalette: Palette = {
  text: '#1d2126',
  muted: '#5b636d',
  line: '#e1e2de',
  ground: '#ffffff',
  accent: '#0b5cad',
  worse: '#b04a10',
  gold: '#7d5100',
  kinds: { retriever: '#4a5cd0', generated: '#b04a10', reranked: '#1f7a61' },
  font: 'system-ui, Roboto, DejaVu Sans, sans-serif',
};
