import type { ReactNode } from 'react';

/** A name that somebody else wrote, in the direction of its own letters, leading somewhere or nowhere. */
export const Name = ({ href, children }: { href?: string | undefined; children: ReactNode }) => (
  <a href={href}>
    <bdi>{children}</bdi>
  </a>
);

/** A paragraph that somebody else wrote. */
export const Quoted = ({ className, children }: { className: string; children: ReactNode }) => (
  <p className={className} dir="auto">
    <bdi>{children}</bdi>
  </p>
);

/** Sentences, each a note. */
export const Notes = ({ of }: { of: readonly string[] }) =>
  of.map((note) => (
    <p key={note} className="note">
      <bdi>{note}</bdi>
    </p>
  ));

export const List = ({ of, className }: { of: readonly string[]; className?: string }) =>
  of.length > 0 && (
    <ul className={className}>
      {of.map((each) => (
        <li key={each}>
          <bdi>{each}</bdi>
        </li>
      ))}
    </ul>
  );

type FactsProps = { className?: string; of: readonly (readonly [string, ReactNode])[] };

/** Names with their values; what is not known is left out. */
export const Facts = ({ className = 'fact-list', of }: FactsProps) => (
  <dl className={className}>
    {of
      .filter(([, value]) => value !== undefined && value !== '')
      .map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{typeof value === 'string' ? <bdi>{value}</bdi> : value}</dd>
        </div>
      ))}
  </dl>
);

interface SectionProps {
  id: string;
  title: ReactNode;
  small?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A part of a view under its heading, in which `small` is quieter. */
export const Section = ({ id, title, small, className, children }: SectionProps) => (
  <section aria-labelledby={id} className={className}>
    <h2 id={id}>
      {title} {small !== undefined && <small>{small}</small>}
    </h2>
    {children}
  </section>
);
