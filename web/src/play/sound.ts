/** Short sounds, made on the spot: no files. */
let context: AudioContext | null = null;

export function sound(kind: "move" | "capture" | "end"): void {
  try {
    context ??= new AudioContext();
    const tones = { move: [520], capture: [420, 300], end: [523, 659, 784] }[kind];
    tones.forEach((tone, at) => {
      const start = context!.currentTime + at * 0.09;
      const source = context!.createOscillator();
      const gain = context!.createGain();
      source.type = "triangle";
      source.frequency.value = tone;
      gain.gain.setValueAtTime(0.0001, start);
      gain.gain.exponentialRampToValueAtTime(0.15, start + 0.01);
      gain.gain.exponentialRampToValueAtTime(0.0001, start + 0.14);
      source.connect(gain).connect(context!.destination);
      source.start(start);
      source.stop(start + 0.16);
    });
  } catch {
    // A page without sound plays as well.
  }
}
