import { type KeyboardEvent, useEffect, useRef } from 'react';

export interface ListedItem {
  readonly href: string;
  readonly name: string;
  readonly preview: string;
  readonly facts: readonly string[];
  readonly mark?: string;
}

/** Items by name and first words; the arrow keys go up and down. */
export const ItemList = ({ label, rows }: { label: string; rows: readonly ListedItem[] }) => {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => list.current?.querySelector('a')?.focus(), []);
  const move = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    const links = [...(list.current?.querySelectorAll('a') ?? [])];
    event.preventDefault();
    links[links.indexOf(document.activeElement as HTMLAnchorElement) + step]?.focus();
  };
  return rows.length === 0 ? null : (
    <ul ref={list} className="item-list" aria-label={label} onKeyDown={move}>
      {rows.map(({ href, name, preview, facts, mark }) => (
        <li key={href}>
          <a href={href}>
            <strong>{name}</strong>
            <span className="preview">{preview}</span>
            <span className="note">{facts.join(' · ')}</span>
            {mark && <span className="pill">{mark}</span>}
          </a>
        </li>
      ))}
    </ul>
  );
};
