import type { ShownItem } from '../page-data/index.js';
import { counted, wordsIn } from './amounts.js';

type Texts = ShownItem['texts'];

/** What is read: side by side where there is room, the last text apart, since it is what the others are held against. */
export const TextPanes = ({ texts }: { texts: Texts }) => {
  const panes = texts.length > 1 ? [texts.slice(0, -1), texts.slice(-1)] : [texts];
  return (
    <div className={panes.length > 1 ? 'panes two' : 'panes'}>
      {panes.map((pane) => (
        <Pane key={pane[0]!.label} texts={pane} />
      ))}
    </div>
  );
};

const Pane = ({ texts }: { texts: Texts }) => (
  <section
    className="pane"
    aria-label={texts.map(({ label }) => label).join(', ')}
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
    tabIndex={0}
  >
    {texts.map(({ label, text }) => (
      <article key={label}>
        <h2>
          {label} <small>{counted(wordsIn(text), 'word')}</small>
        </h2>
        <p className="read">{text}</p>
      </article>
    ))}
  </section>
);

/** Scrolls a text: the last one, or the first. Where the texts do not scroll by themselves, the page does. */
export const scrollTexts = (direction: 1 | -1, which: 'first' | 'last'): void => {
  const panes = [...document.querySelectorAll('.pane')];
  const scrolling = panes.filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 1);
  const pane = (which === 'last' ? scrolling.at(-1) : scrolling[0]) ?? document.scrollingElement;
  pane?.scrollBy({ top: direction * 96 });
};
