import { useState } from 'react';
import type { ApprovalCall, ArgumentProblem } from '@/src/core/records/approval';
import { ForeignText } from '../text/foreign-text';
import { type CallState, type CardAction, isEdited } from './card-state';
import { useEditorModule } from './editing/editor-module';

interface CallEditProps {
  call: ApprovalCall;
  /** Null where the chat is bound to no page; nothing can be edited then. */
  adapterId: string | null;
  callState: CallState;
  /** Of this call's arguments. */
  problems: readonly ArgumentProblem[];
  dispatch(action: CardAction): void;
}

/** The way into a call's arguments, and what the assistant wrote where they are others by now. */
export function CallEdit({ call, adapterId, callState, problems, dispatch }: CallEditProps) {
  const [isOpen, setIsOpen] = useState(false);
  const part = useEditorModule();
  const { executionId } = call;
  // Until the part is there, a call with arguments has room for the button: nothing moves when it comes.
  const hasFields = adapterId !== null && part?.isEditable(adapterId, call.tool);
  const canEdit = call.isAsked && (hasFields ?? Object.keys(call.args).length > 0);
  // An open form shows what is changed, and must not move while it is typed into.
  const isChanged = !isOpen && isEdited(call, callState);
  return (
    <>
      {(canEdit || isChanged) && (
        <div className="approval-edit-row">
          {canEdit && (
            <button
              type="button"
              aria-expanded={isOpen}
              disabled={part === null}
              onClick={() => setIsOpen(!isOpen)}
            >
              {isOpen ? 'Close the form' : 'Edit'}
            </button>
          )}
          {isChanged && (
            <span className="secondary">
              Edited. The assistant wrote{' '}
              <span className="mono">
                <ForeignText text={call.label} />
              </span>
            </span>
          )}
        </div>
      )}
      {isOpen && canEdit && part !== null && adapterId !== null && (
        <part.CallEditor
          call={call}
          adapterId={adapterId}
          callState={callState}
          problems={problems}
          onEdit={(edit) => dispatch({ type: 'edit', executionId, edit })}
          onReset={() => dispatch({ type: 'reset', executionId })}
        />
      )}
    </>
  );
}
