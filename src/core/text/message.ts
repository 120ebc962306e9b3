/** A text of the catalogue as the build compiles it: scripts/texts/compile-message.ts. */
export type Message = string | readonly MessagePart[];

/**
 * Words; 0 for the count of the enclosing plural; or a value by its name. A plural or select chooses a branch by
 * the value.
 */
export type MessagePart =
  | string
  | 0
  | readonly [name: string]
  | readonly [name: string, type: 'number']
  | readonly [name: string, type: 'plural' | 'select', branches: Readonly<Record<string, Message>>];

/** The texts of one language by their keys. */
export type Messages = Readonly<Record<string, Message>>;
