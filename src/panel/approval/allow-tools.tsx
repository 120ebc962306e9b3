import type { ApprovalCall } from '@/src/core/records/approval';
import { SEND_MESSAGE } from '@/src/core/records/chat-message';
import type { CardAction } from './card-state';

interface AllowToolsProps {
  open: readonly ApprovalCall[];
  allowed: readonly string[];
  dispatch(action: CardAction): void;
}

/** Tools that no setting lets run without approval. */
const ALWAYS_ASKED: ReadonlySet<string> = new Set([SEND_MESSAGE]);

/** Folded checkboxes that allow a tool without approval from now on. They take effect with the decision. */
export function AllowTools({ open, allowed, dispatch }: AllowToolsProps) {
  const tools = [
    ...new Set(open.flatMap(({ isAsked, tool }) => (isAsked && !ALWAYS_ASKED.has(tool) ? [tool] : []))),
  ];
  if (tools.length === 0) return null;
  return (
    <details className="approval-more">
      <summary className="secondary">More</summary>
      {tools.map((tool) => (
        <label key={tool}>
          <input
            type="checkbox"
            checked={allowed.includes(tool)}
            onChange={({ target }) => dispatch({ type: 'allow-tool', tool, isAllowed: target.checked })}
          />
          <span className="choice-text">
            <span>
              Don’t ask again for <span className="mono">{tool}</span> in this chat
            </span>
          </span>
        </label>
      ))}
    </details>
  );
}
