/**
 * A site to which the user granted lasting access. The browser's permission decides; this row distinguishes
 * it from an endpoint's.
 */
export interface Site {
  /** `scheme://host:port`. */
  origin: string;
  addedAtMs: number;
  /** False: the permission stays, but Steward doesn't access the site. */
  isOn: boolean;
}
