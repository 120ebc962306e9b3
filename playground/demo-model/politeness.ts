const POLITENESS =
  /^(?:(?:please|pls|hey|hi|hello|ok|okay|yes|now|so|well|right|first|finally|next|kindly|just|actually|instead|steward|(?:can|could|would|will) (?:you|we)|(?:i|we)(?: would|'d)? (?:want|need|like)(?: you)?(?: to)?|(?:i|we)(?= do)|let's|let us|go ahead|help me(?: to)?|make sure(?: that)?) )+/;

/** A clause without the polite words at its start. "Next page", "just block …" and such keep theirs: they are tried as they are first. */
export function withoutPoliteness(clause: string): string {
  return clause.replace(POLITENESS, '').replace(/ (?:please|thanks|thank you)$/, '');
}
