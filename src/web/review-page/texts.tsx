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
  <div className="pane">
    {texts.map((text) => (
      <Text key={text.label} {...text} />
    ))}
  </div>
);

/** Characters of a text that is always shown whole, however long its neighbours are: a reference answer must not be scrolled away. */
const SHORT = 300;

const Text = ({ label, text }: Texts[number]) => (
  <section
    className={text.length > SHORT ? 'text' : 'text short'}
    aria-label={label}
    // What scrolls must be reached by keys.
    tabIndex={text.length > SHORT ? 0 : undefined}
  >
    <h2>
      {label} <small>{counted(wordsIn(text), 'word')}</small>
    </h2>
    <p className="read">{text}</p>
  </section>
);

/** Scrolls a long text: the last one, or the first. Where the texts do not scroll by themselves, the page does. */
export const scrollTexts = (direction: 1 | -1, which: 'first' | 'last'): void => {
  const scrolling = [...document.querySelectorAll('.text, .pane')].filter(
    ({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 1,
  );
  const place = (which === 'last' ? scrolling.at(-1) : scrolling[0]) ?? document.scrollingElement;
  place?.scrollBy({ top: direction * 96 });
};
