import { Pencil, X } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import { IconButton } from '@/src/panel/kit/icon-button';
import type { ApprovalCall } from '@/src/schema/approval';
import { t } from '@/src/texts/i18n';
import { CallInText } from './call-in-text';
import { isEdited } from './card-state';
import { editorModule } from './editing/editor-module';
import { useOpenCall, useOpenCard } from './open-card';

/** State of the form for a call's arguments. */
export interface CallEdit {
  /** False for a call that has no arguments, or that needs no approval. */
  canEdit: boolean;
  /** False until the editor is loaded. Until then the button is shown disabled, so that the layout doesn't shift. */
  isLoaded: boolean;
  isOpen: boolean;
  setIsOpen(isOpen: boolean): void;
}

export function useCallEdit(call: ApprovalCall): CallEdit {
  const { adapterId } = useOpenCard();
  const [isOpen, setIsOpen] = useState(false);
  const part = useSyncExternalStore(editorModule.subscribe, editorModule.get);
  const hasFields = adapterId !== null && part?.isEditable(adapterId, call.tool);
  const canEdit = call.isAsked && (hasFields ?? Object.keys(call.args).length > 0);
  return { canEdit, isLoaded: part !== null, isOpen: isOpen && canEdit, setIsOpen };
}

interface EditButtonProps extends CallEdit {
  /** True to show the button's name beside its icon. */
  isNamed: boolean;
}

/** Button that opens and closes the form. */
export function EditButton({ canEdit, isLoaded, isOpen, setIsOpen, isNamed }: EditButtonProps) {
  if (!canEdit) return null;
  const label = t(isOpen ? 'approval.editor.close' : 'common.edit');
  return (
    <IconButton
      icon={isOpen ? X : Pencil}
      label={label}
      aria-expanded={isOpen}
      disabled={!isLoaded}
      onClick={() => setIsOpen(!isOpen)}
    >
      {isNamed && label}
    </IconButton>
  );
}

/** The form if it is open. If it is closed and the call was edited, a note with the assistant's version. */
export function EditedCall({ call, isOpen }: { call: ApprovalCall; isOpen: boolean }) {
  const { adapterId, preview, dispatch, callState, change } = useOpenCall(call);
  const part = useSyncExternalStore(editorModule.subscribe, editorModule.get);
  const { executionId } = call;
  if (isOpen && part !== null && adapterId !== null) {
    return (
      <div className="edited-call" ref={scrollIntoView}>
        <part.CallEditor
          call={call}
          adapterId={adapterId}
          callState={callState}
          problems={preview.problems.filter((problem) => problem.executionId === executionId)}
          onEdit={(edit) => change({ edit })}
          onReset={() => dispatch({ type: 'reset', executionId })}
        />
      </div>
    );
  }
  if (!isEdited(call, callState)) return null;
  return (
    <p className="secondary edited-call">
      <CallInText text="approval.editor.edited" label={call.label} />
    </p>
  );
}

/** Scrolls to a form that was just opened, since it may be below the visible part of the card. */
function scrollIntoView(form: HTMLElement | null): void {
  form?.scrollIntoView({ block: 'nearest' });
}
