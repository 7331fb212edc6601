// Lists that this browser stores.
//
// Input: the name of a list. Output: its entries. Does not know what they are.

/** Returns the stored entries, or none if they cannot be read. */
export function storedList(name) {
  try {
    const stored = JSON.parse(localStorage.getItem(name));
    return Array.isArray(stored) ? stored : [];
  } catch {
    return [];
  }
}
