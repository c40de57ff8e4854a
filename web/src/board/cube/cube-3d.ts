/** The cube in three dimensions. Loaded only when somebody asks for it: three is large. */

import {
  AmbientLight,
  BoxGeometry,
  Color,
  CylinderGeometry,
  DirectionalLight,
  Group,
  LineBasicMaterial,
  BufferGeometry,
  LineSegments,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  PerspectiveCamera,
  PlaneGeometry,
  Raycaster,
  Scene,
  TorusGeometry,
  Vector2,
  Vector3,
  WebGLRenderer,
  type Material,
  type Object3D,
} from "three";
import { placeOf } from "../geometry";
import type { Board, Strike } from "../types";

export interface SpaceView {
  board: Board;
  strikes: Strike[];
  last: number[];
  open: Set<number>;
  hint: number | null;
  /** A piece to show faintly where the hand is. */
  ghost: { cell: number; sign: string; owner: number | null } | null;
}

/** The distance between levels, and of a level's sheet below the middle of its pieces. */
const LEVEL = 1.45;
const SHEET = 0.42;

/** Draws a cube on *canvas*; nothing is drawn again until something changes. */
export class Space {
  readonly #renderer: WebGLRenderer;
  readonly #scene = new Scene();
  readonly #camera = new PerspectiveCamera(35, 1, 0.1, 100);
  readonly #things = new Group();
  readonly #facing: Object3D[] = [];
  readonly #targets: Mesh[] = [];
  #yaw = 0.62;
  #pitch = 0.5;
  #zoom = 1;
  #waiting = 0;
  #view: SpaceView | null = null;

  constructor(private readonly canvas: HTMLCanvasElement) {
    this.#renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true });
    const sun = new DirectionalLight(0xffffff, 1.3);
    sun.position.set(3, 6, 5);
    this.#scene.add(new AmbientLight(0xffffff, 2), sun, this.#things);
  }

  /** Draw this position. */
  show(view: SpaceView): void {
    this.#view = view;
    this.#build(view);
    this.#ask();
  }

  /** Draw the same again in the colours of another theme. */
  repaint(): void {
    if (this.#view) this.show(this.#view);
  }

  turn(yaw: number, pitch: number): void {
    this.#yaw += yaw;
    this.#pitch = Math.min(1.45, Math.max(-1.45, this.#pitch + pitch));
    this.#ask();
  }

  zoom(factor: number): void {
    this.#zoom = Math.min(1.8, Math.max(0.6, this.#zoom * factor));
    this.#ask();
  }

  resize(width: number, height: number): void {
    this.#renderer.setPixelRatio(Math.min(2, window.devicePixelRatio));
    this.#renderer.setSize(width, height, false);
    this.#camera.aspect = width / height;
    this.#camera.updateProjectionMatrix();
    // A new size empties the canvas: draw before anybody sees it so.
    this.#draw();
  }

  /** The free cell under a point of the canvas, from 0 to 1 each way; the nearest to the eye. */
  cellAt(x: number, y: number): number | null {
    const ray = new Raycaster();
    ray.setFromCamera(new Vector2(x * 2 - 1, 1 - y * 2), this.#camera);
    const hit = ray.intersectObjects(this.#targets, false)[0];
    return hit ? (hit.object.userData.cell as number) : null;
  }

  dispose(): void {
    cancelAnimationFrame(this.#waiting);
    this.#clear();
    this.#renderer.dispose();
  }

  #ask(): void {
    if (this.#waiting) return;
    this.#waiting = requestAnimationFrame(() => {
      this.#waiting = 0;
      this.#draw();
    });
  }

  #draw(): void {
    const board = this.#view?.board;
    if (!board) return;
    const size = Math.max(board.columns, board.rows, board.levels);
    const distance = (size * 2.85 + 1.5) / this.#zoom;
    this.#camera.position.set(
      Math.sin(this.#yaw) * Math.cos(this.#pitch) * distance,
      Math.sin(this.#pitch) * distance,
      Math.cos(this.#yaw) * Math.cos(this.#pitch) * distance,
    );
    this.#camera.lookAt(0, -SHEET / 2, 0);
    for (const thing of this.#facing) thing.quaternion.copy(this.#camera.quaternion);
    this.#renderer.render(this.#scene, this.#camera);
  }

  #clear(): void {
    this.#things.traverse((thing) => {
      if (thing instanceof Mesh || thing instanceof LineSegments) {
        (thing.geometry as BufferGeometry).dispose();
        (thing.material as Material).dispose();
      }
    });
    this.#things.clear();
    this.#facing.length = this.#targets.length = 0;
  }

  /** The first level is on top, as on the page. */
  #at(board: Board, cell: number): Vector3 {
    const { column, row, level } = placeOf(board, cell);
    return new Vector3(
      column - (board.columns - 1) / 2,
      ((board.levels - 1) / 2 - level) * LEVEL,
      row - (board.rows - 1) / 2,
    );
  }

  #build(view: SpaceView): void {
    this.#clear();
    const style = getComputedStyle(this.canvas);
    const colour = (token: string) => new Color(style.getPropertyValue(token).trim() || "#888888");
    const { board } = view;
    const [first, second, line, plate] = ["--mark-first", "--mark-second", "--board-line", "--board-1"].map(colour) as [
      Color,
      Color,
      Color,
      Color,
    ];

    for (let level = 0; level < board.levels; level++) {
      const y = ((board.levels - 1) / 2 - level) * LEVEL - SHEET;
      const sheet = new Mesh(
        new PlaneGeometry(board.columns, board.rows),
        new MeshBasicMaterial({ color: plate, transparent: true, opacity: 0.55, side: 2, depthWrite: false }),
      );
      sheet.rotation.x = -Math.PI / 2;
      sheet.position.y = y;
      const points: Vector3[] = [];
      const [w, h] = [board.columns / 2, board.rows / 2];
      for (let column = 0; column <= board.columns; column++)
        points.push(new Vector3(column - w, y, -h), new Vector3(column - w, y, h));
      for (let row = 0; row <= board.rows; row++) points.push(new Vector3(-w, y, row - h), new Vector3(w, y, row - h));
      const grid = new LineSegments(
        new BufferGeometry().setFromPoints(points),
        new LineBasicMaterial({ color: line, transparent: true, opacity: 0.8 }),
      );
      this.#things.add(sheet, grid);
    }

    board.cells.forEach((sign, cell) => {
      const at = this.#at(board, cell);
      if (sign !== "") {
        const owner = board.owners[cell];
        this.#things.add(this.#piece(owner ?? 0, owner === 1 ? second : first, at, 1));
      } else if (view.open.has(cell)) {
        const dot = new Mesh(
          new CylinderGeometry(0.1, 0.1, 0.02, 20),
          new MeshBasicMaterial({ color: line, transparent: true, opacity: 0.55 }),
        );
        dot.position.copy(at).setY(at.y - SHEET);
        const target = new Mesh(new CylinderGeometry(0.42, 0.42, 0.3, 10), new MeshBasicMaterial({ visible: false }));
        target.position.copy(at).setY(at.y - SHEET);
        target.userData.cell = cell;
        this.#targets.push(target);
        this.#things.add(dot, target);
      }
      if (view.last.includes(cell) && sign !== "") this.#things.add(this.#halo(at, colour("--last")));
    });
    if (view.hint !== null) this.#things.add(this.#halo(this.#at(board, view.hint), colour("--accent")));
    if (view.ghost && board.cells[view.ghost.cell] === "") {
      const { cell, owner } = view.ghost;
      this.#things.add(this.#piece(owner ?? 0, owner === 1 ? second : first, this.#at(board, cell), 0.45));
    }
    for (const strike of view.strikes) {
      const points = strike.cells.map((cell) => this.#at(board, cell));
      const ordered = points
        .flatMap((a) => points.map((b) => [a, b] as const))
        .sort((p, q) => q[0].distanceTo(q[1]) - p[0].distanceTo(p[1]))[0];
      if (!ordered) continue;
      const [from, to] = ordered;
      const rod = new Mesh(
        new CylinderGeometry(0.055, 0.055, from.distanceTo(to) + 0.7, 12),
        new MeshStandardMaterial({ color: strike.owner === 1 ? second : first, roughness: 0.4, transparent: true }),
      );
      rod.renderOrder = 1;
      rod.position.copy(from).add(to).multiplyScalar(0.5);
      rod.quaternion.setFromUnitVectors(new Vector3(0, 1, 0), to.clone().sub(from).normalize());
      this.#things.add(rod);
    }
  }

  /** A cross or a ring that always faces the eye. */
  #piece(owner: number, color: Color, at: Vector3, opacity: number): Group {
    const material = () => new MeshStandardMaterial({ color, roughness: 0.85, transparent: true, opacity });
    const piece = new Group();
    if (owner === 1) {
      piece.add(new Mesh(new TorusGeometry(0.25, 0.085, 14, 36), material()));
    } else {
      for (const angle of [Math.PI / 4, -Math.PI / 4]) {
        const bar = new Mesh(new BoxGeometry(0.16, 0.78, 0.16), material());
        bar.rotation.z = angle;
        piece.add(bar);
      }
    }
    piece.position.copy(at);
    // After the sheets, so that no level above pales it.
    piece.traverse((part) => (part.renderOrder = 1));
    this.#facing.push(piece);
    return piece;
  }

  #halo(at: Vector3, color: Color): Mesh {
    const halo = new Mesh(new TorusGeometry(0.45, 0.02, 8, 40), new MeshBasicMaterial({ color, transparent: true }));
    halo.renderOrder = 1;
    halo.position.copy(at);
    this.#facing.push(halo);
    return halo;
  }
}
