import type { ReactNode } from 'react';

type Row = Readonly<Record<string, string | number | undefined>>;

interface FigureProps {
  title: string;
  /** Of the file. */
  name: string;
  data: readonly Row[];
  children: ReactNode;
}

/** A chart under its title, with the data behind it to take along. */
export const Figure = ({ title, name, data, children }: FigureProps) => (
  <figure className="figure">
    <figcaption>
      {title}
      <a className="note no-print" download={`${name}.json`} href={jsonAddress(data)}>
        data
      </a>
    </figcaption>
    <div className="chart">{children}</div>
  </figure>
);

const jsonAddress = (data: readonly Row[]): string =>
  `data:application/json;charset=utf-8,${encodeURIComponent(JSON.stringify(data, null, 1))}`;
