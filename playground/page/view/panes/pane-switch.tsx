import { CopyMenu } from './copy-menu';

/** Which pane is shown where there is room for one only. */
export type ShownPane = 'all' | 'clients';

const TITLES: Record<ShownPane, string> = { all: 'All models', clients: 'What clients see' };

/** Chooses the pane where there is room for one only; elsewhere the style sheet hides it. */
export function PaneSwitch(props: {
  shown: ShownPane;
  counts: Record<ShownPane, string>;
  onShow: (shown: ShownPane) => void;
}) {
  return (
    <fieldset className="pane-switch">
      <legend className="visually-hidden">Models shown</legend>
      {(['all', 'clients'] as const).map((pane) => (
        <button
          key={pane}
          type="button"
          aria-pressed={props.shown === pane}
          onClick={() => props.onShow(pane)}
        >
          {TITLES[pane]} <span className="muted">{props.counts[pane]}</span>
        </button>
      ))}
      <CopyMenu />
    </fieldset>
  );
}
