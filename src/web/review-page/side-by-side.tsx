export interface ShownAnswer {
  readonly by: string;
  readonly label: string;
  readonly reason?: string | undefined;
}

/** Answers to one question side by side, each with its reason. */
export const SideBySide = ({ name, answers }: { name: string; answers: readonly ShownAnswer[] }) => (
  <ul className="told" aria-label={name}>
    {answers.map(({ by, label, reason }) => (
      <li key={by}>
        <span className="by">{by}</span>
        <strong>{label}</strong>
        <span className={reason ? 'why' : 'why note'}>{reason || 'no reason given'}</span>
      </li>
    ))}
  </ul>
);
