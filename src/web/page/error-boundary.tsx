import { Component, type ReactNode } from 'react';
import { Failed } from './states.js';

/** Shows that a view broke, and why, in its place; the rest of the page goes on. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, { readonly error?: string }> {
  override state: { readonly error?: string } = {};

  static getDerivedStateFromError(error: unknown): { readonly error: string } {
    return { error: error instanceof Error ? error.message : String(error) };
  }

  override render(): ReactNode {
    return this.state.error === undefined ? (
      this.props.children
    ) : (
      <Failed what="This view" why={this.state.error} />
    );
  }
}
