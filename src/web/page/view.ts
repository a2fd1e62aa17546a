import type { ComponentType } from 'react';
import type { Board, SiteIndex } from '../page-data/index.js';
import type { Address } from './address.js';

export interface ViewProps {
  readonly index: SiteIndex;
  /** The chosen board: `?board=` in the address, else the one with the user's records, else the first. */
  readonly board: Board;
  readonly address: Address;
}

export interface View {
  /** The first part of its address: `#/leaderboard`. */
  readonly name: string;
  /** In the navigation, and before the brand in the window's title. */
  readonly title: string;
  /** Whether the navigation lists it; views of one thing (a system, a query) are reached by links. */
  listed(index: SiteIndex): boolean;
  /** It shows all boards together, so there is none to choose. */
  readonly everyBoard?: boolean;
  /** Keys it understands, for the help dialog: `['j', 'next failing query']`. */
  readonly keys?: readonly (readonly [string, string])[];
  readonly Component: ComponentType<ViewProps>;
}
