import { useState, useSyncExternalStore } from 'react';
import { ForeignText } from '@/src/panel/kit/text/foreign-text';
import { TextWithElements } from '@/src/panel/kit/text/text-with-elements';
import type { ApprovalCall, ArgumentProblem } from '@/src/schema/approval';
import { i18n } from '@/src/texts/i18n';
import { type CallState, type CardAction, isEdited } from './card-state';
import { editorModule } from './editing/editor-module';

interface CallEditProps {
  call: ApprovalCall;
  /** Null if the chat is bound to no page; then nothing can be edited. */
  adapterId: string | null;
  callState: CallState;
  problems: readonly ArgumentProblem[];
  dispatch(action: CardAction): void;
}

/** Opens the editor for a call's arguments, and shows the original call once they are edited. */
export function CallEdit({ call, adapterId, callState, problems, dispatch }: CallEditProps) {
  const [isOpen, setIsOpen] = useState(false);
  const part = useSyncExternalStore(editorModule.subscribe, editorModule.get);
  const { executionId } = call;
  // Shown disabled until the editor is loaded, so that the layout doesn't shift.
  const hasFields = adapterId !== null && part?.isEditable(adapterId, call.tool);
  const canEdit = call.isAsked && (hasFields ?? Object.keys(call.args).length > 0);
  // Not shown above an open form: it would shift the form while the user types.
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
              {i18n.t(isOpen ? 'approval.editor.close' : 'common.edit')}
            </button>
          )}
          {isChanged && (
            <span className="secondary">
              <TextWithElements
                text="approval.editor.edited"
                elements={{
                  call: (
                    <span className="mono">
                      <ForeignText text={call.label} />
                    </span>
                  ),
                }}
              />
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
