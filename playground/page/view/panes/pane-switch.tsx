import { CopyMenu } from './copy-menu';

/** The pane shown on narrow screens, which have room for only one. */
export type ShownPane = 'all' | 'clients';

const TITLES: Record<ShownPane, string> = { all: 'All models', clients: 'What clients see' };

/** Switches between the panes on narrow screens; the style sheet hides it elsewhere. */
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
