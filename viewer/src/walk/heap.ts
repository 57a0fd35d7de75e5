/** A queue of numbers, the one with the smallest key first. */
export class Heap {
  private readonly keys: number[] = [];
  private readonly values: number[] = [];

  get size(): number {
    return this.keys.length;
  }

  push(key: number, value: number): void {
    let at = this.keys.length;
    this.keys.push(key);
    this.values.push(value);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (this.keys[parent] <= key) break;
      this.move(parent, at);
      at = parent;
    }
    this.keys[at] = key;
    this.values[at] = value;
  }

  /** The value with the smallest key, taken out. Only for a queue that is not empty. */
  pop(): number {
    const first = this.values[0];
    const key = this.keys.pop() as number;
    const value = this.values.pop() as number;
    const size = this.keys.length;
    if (size) {
      let at = 0;
      for (let child = 1; child < size; child = 2 * at + 1) {
        if (child + 1 < size && this.keys[child + 1] < this.keys[child]) child++;
        if (this.keys[child] >= key) break;
        this.move(child, at);
        at = child;
      }
      this.keys[at] = key;
      this.values[at] = value;
    }
    return first;
  }

  private move(from: number, to: number): void {
    this.keys[to] = this.keys[from];
    this.values[to] = this.values[from];
  }
}
