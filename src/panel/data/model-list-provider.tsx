import { createContext, type ReactNode, useContext } from 'react';
import { type ModelListControl, useModels } from './use-models';

/** A context of its own: a list that arrives renders only the parts that show models. */
const ModelListContext = createContext<ModelListControl | null>(null);

interface ModelListProviderProps {
  /** The connection whose models are listed; null for none. */
  connectionId: string | null;
  /** See {@link useModels}. */
  answeredAtMs: number | null;
  children: ReactNode;
}

/** Provides the panel's model list to the parts inside. */
export function ModelListProvider({ connectionId, answeredAtMs, children }: ModelListProviderProps) {
  return <ModelListContext value={useModels(connectionId, answeredAtMs)}>{children}</ModelListContext>;
}

/** The panel's model list. Throws outside of a panel. */
export function useModelList(): ModelListControl {
  const control = useContext(ModelListContext);
  if (control === null) throw new Error('No component above provides the model list.');
  return control;
}

/** Renders what shows the panel's model list. */
export function WithModelList({ children }: { children(control: ModelListControl): ReactNode }) {
  return children(useModelList());
}
